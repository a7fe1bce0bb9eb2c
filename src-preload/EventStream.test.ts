import { createServer, type Server } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocketServer } from 'ws'
import type { StudioEvent } from './contract/events.ts'
import { EventStream } from './EventStream.ts'

const missed = vi.fn(async (): Promise<StudioEvent[]> => [{ type: 'settings.changed' }])

let server: Server
let sockets: WebSocketServer
let address: string
let received: StudioEvent[]

const types = (): string[] => received.map((event) => event.type)
const connected = (): Promise<unknown> => expect.poll(() => sockets.clients.size, { timeout: 5000 }).toBe(1)
const send = (event: StudioEvent): void => {
  for (const socket of sockets.clients) socket.send(JSON.stringify(event))
}

describe('EventStream', () => {
  beforeEach(async () => {
    received = []
    missed.mockClear()
    server = createServer()
    sockets = new WebSocketServer({ server })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const at = server.address()
    address = `ws://127.0.0.1:${at !== null && typeof at === 'object' ? at.port : 0}`
  })
  afterEach(() => {
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
    server.close()
  })

  it('is ready only when events arrive, so that no change is missed between a response and the first event', async () => {
    const stream = new EventStream(address, missed)
    let ready = false
    const settled = stream.ready().then(() => (ready = true))
    expect(ready).toBe(false)
    await settled
    expect(sockets.clients.size).toBe(1)
    expect(missed).not.toHaveBeenCalled()
  })

  it('does not block calls if it cannot connect', async () => {
    server.close()
    await expect(new EventStream('ws://127.0.0.1:9', missed).ready()).resolves.toBeUndefined()
  })

  it('notifies every listener until it ends its subscription', async () => {
    const stream = new EventStream(address, missed)
    const other: StudioEvent[] = []
    stream.subscribe((event) => received.push(event))
    const end = stream.subscribe((event) => other.push(event))
    await connected()
    send({ type: 'models.changed' })
    await expect.poll(types).toEqual(['models.changed'])
    end()
    send({ type: 'settings.changed' })
    await expect.poll(types).toEqual(['models.changed', 'settings.changed'])
    expect(other).toEqual([{ type: 'models.changed' }])
  })

  it('reconnects after an interruption and replaces missed events', async () => {
    const stream = new EventStream(address, missed)
    stream.subscribe((event) => received.push(event))
    await connected()
    expect(missed).not.toHaveBeenCalled()
    for (const socket of sockets.clients) socket.terminate()
    await expect.poll(types, { timeout: 5000 }).toEqual(['settings.changed'])
    await connected()
    send({ type: 'models.changed' })
    await expect.poll(types).toEqual(['settings.changed', 'models.changed'])
  })
})
