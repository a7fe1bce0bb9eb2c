import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import type { StudioEvent } from './contract/events.ts'
import { type CallMessage, MAX_CALL_BYTES } from './SocketMessage.ts'
import { StudioSocket } from './StudioSocket.ts'

const missed = vi.fn(async function* (): AsyncGenerator<StudioEvent> {
  yield { type: 'settings.changed' }
})

let server: Server
let sockets: WebSocketServer
let address: string
let received: StudioEvent[]
let calls: CallMessage[]
/** The response to a call; null for none. */
let respond: (id: number) => string | null

const types = (): string[] => received.map((event) => event.type)
const waitUntilConnected = (): Promise<unknown> =>
  expect.poll(() => sockets.clients.size, { timeout: 5000 }).toBe(1)
const send = (event: StudioEvent): void => {
  for (const client of sockets.clients) client.send(JSON.stringify(event))
}

describe('StudioSocket', () => {
  beforeEach(async () => {
    received = []
    calls = []
    respond = () => null
    missed.mockClear()
    server = createServer()
    sockets = new WebSocketServer({ server })
    sockets.on('connection', (client) =>
      client.on('message', (data: Buffer) => {
        const call: CallMessage = JSON.parse(data.toString('utf8'))
        calls.push(call)
        const response = respond(call.id)
        if (response !== null) client.send(response)
      }),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const at = server.address()
    address = `ws://127.0.0.1:${at !== null && typeof at === 'object' ? at.port : 0}`
  })
  afterEach(() => {
    for (const client of sockets.clients) client.terminate()
    sockets.close()
    server.close()
  })

  it('sends calls in the order in which they are made, including those made before it is connected', async () => {
    const socket = new StudioSocket(address, missed)
    respond = (id) => `{"id":${id},"envelope":{"ok":true,"data":${id}}}`
    const early = ['a', 'b'].map((id) => socket.call('presets.delete', { id }))
    expect(await Promise.all(early)).toEqual([
      { ok: true, data: 1 },
      { ok: true, data: 2 },
    ])
    await socket.call('presets.delete', { id: 'c' })
    expect(calls.map(({ input }) => input)).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }])
  })

  it('delivers events and responses in the order in which they were sent', async () => {
    const socket = new StudioSocket(address, missed)
    socket.subscribe((event) => received.push(event))
    await waitUntilConnected()
    respond = (id) => {
      send({ type: 'models.changed' })
      return `{"id":${id},"envelope":{"ok":true}}`
    }
    await socket.call('models.refresh', undefined)
    expect(types()).toEqual(['models.changed'])
  })

  it('rejects calls if it cannot connect', async () => {
    const socket = new StudioSocket('ws://127.0.0.1:9', missed)
    await expect(socket.call('models.refresh', undefined)).rejects.toThrow('studio_lost')
  })

  it('rejects calls without a response when the connection ends, and connects again at once for the next call', async () => {
    const socket = new StudioSocket(address, missed)
    const unanswered = socket.call('models.refresh', undefined)
    await expect.poll(() => calls.length).toBe(1)
    for (const client of sockets.clients) client.terminate()
    await expect(unanswered).rejects.toThrow('studio_lost')
    respond = (id) => `{"id":${id},"envelope":{"ok":true}}`
    expect(await socket.call('models.refresh', undefined)).toEqual({ ok: true })
    expect(calls).toHaveLength(2)
  })

  it('reports a call that is too large, and keeps the connection', async () => {
    const socket = new StudioSocket(address, missed)
    const id = 'x'.repeat(MAX_CALL_BYTES)
    const error = {
      code: 'invalid_input',
      money: 'none',
      params: { route: 'presets.delete', detail: 'too_big' },
    }
    expect(await socket.call('presets.delete', { id })).toEqual({ ok: false, error })
    expect(calls).toEqual([])
  })

  it('notifies every listener until it unsubscribes', async () => {
    const socket = new StudioSocket(address, missed)
    const other: StudioEvent[] = []
    socket.subscribe((event) => received.push(event))
    const unsubscribe = socket.subscribe((event) => other.push(event))
    await waitUntilConnected()
    send({ type: 'models.changed' })
    await expect.poll(types).toEqual(['models.changed'])
    unsubscribe()
    send({ type: 'settings.changed' })
    await expect.poll(types).toEqual(['models.changed', 'settings.changed'])
    expect(other).toEqual([{ type: 'models.changed' }])
  })

  it('reconnects after an interruption and replaces missed events', async () => {
    const socket = new StudioSocket(address, missed)
    socket.subscribe((event) => received.push(event))
    await waitUntilConnected()
    expect(missed).not.toHaveBeenCalled()
    for (const client of sockets.clients) client.terminate()
    await expect.poll(types, { timeout: 5000 }).toEqual(['settings.changed'])
    await waitUntilConnected()
    send({ type: 'models.changed' })
    await expect.poll(types).toEqual(['settings.changed', 'models.changed'])
  })
})
