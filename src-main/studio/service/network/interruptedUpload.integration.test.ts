import { writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, it, test, vi } from 'vitest'
import { submitOutcome } from '../../jobs/submit/outcomes.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { listen, sendJson, startHttp } from '../../testing/servers/startHttp.ts'
import { ServiceClient } from '../client/ServiceClient.ts'
import { DIRECT_ONLY } from './routes.ts'
import { RoutedDispatcher } from './RoutedDispatcher.ts'

/** More than the socket buffers of both sides take. */
const FILE_BYTES = 48 << 20

const open = () => {
  const dispatcher = new RoutedDispatcher({
    findRoutes: async () => DIRECT_ONLY,
    connections: 1,
    connectTimeoutMs: 2_000,
  })
  return { dispatcher, client: new ServiceClient({ dispatcher, userAgent: 'Easel/1', log: memoryLog() }) }
}
const upload = (bytes: number) => {
  const path = join(temporaryFolder(), 'input.bin')
  writeFileSync(path, Buffer.alloc(bytes, 7))
  const files = [{ field: 'image', path, fileName: 'input.bin', mime: 'image/png' }]
  return { path: 'img2img', encoding: 'multipart' as const, text: '{}', files }
}

/** A service that reads up to this many bytes and then does something with the connection. */
async function startReader(limit: number, then: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  let received = 0
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received >= limit) {
        socket.removeAllListeners('data')
        socket.pause()
        then(socket)
      }
    })
  })
  const port = await listen(server)
  const access = { connectionId: 'c', address: `http://127.0.0.1:${port}`, key: '12|a-secret-long-enough' }
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { access, close, received: () => received }
}

afterEach(() => {
  vi.useRealTimers()
})

test.each([1, 100_000, 5 << 20, 20 << 20])(
  'an upload that is reset after %i bytes was not received, so the job waits',
  async (bytes) => {
    const { client } = open()
    const service = await startReader(bytes, (socket) => socket.resetAndDestroy())
    const exchange = await client.post(service.access, upload(FILE_BYTES))
    service.close()
    expect(exchange).toMatchObject({ kind: 'fault', sent: true, isCut: true })
    expect(submitOutcome(exchange, null)).toMatchObject({ state: 'queued', money: 'not_charged' })
  },
)

test.each(['reset', 'close'] as const)(
  'an upload whose connection ends by a %s after its last byte may have been received',
  async (how) => {
    const { client } = open()
    const service = await startReader(100_000, (socket) => {
      if (how === 'reset') socket.resetAndDestroy()
      else socket.end()
    })
    const exchange = await client.post(service.access, upload(100_000))
    service.close()
    expect(exchange).toMatchObject({ kind: 'fault', sent: true })
    expect(submitOutcome(exchange, null)).toMatchObject({ state: 'uncertain', money: 'unknown' })
  },
)

it('an upload on a connection that is gone without a sign ends a minute later, and was not received', async () => {
  const { client } = open()
  const stalled = Promise.withResolvers<void>()
  const service = await startReader(1 << 20, () => stalled.resolve())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const exchange = client.post(service.access, upload(FILE_BYTES))
  await stalled.promise
  // The buffers of both sides fill up until nothing more can be sent.
  let settled = false
  void exchange.then(() => (settled = true))
  await vi.waitUntil(async () => {
    await vi.advanceTimersByTimeAsync(30_000)
    return settled
  })
  service.close()
  expect(await exchange).toMatchObject({ kind: 'fault', cause: 'timeout', isCut: true })
  expect(submitOutcome(await exchange, null).state).toBe('queued')
})

it('a request after the computer slept doesn’t use a connection from before', async () => {
  const ports = new Set<number | undefined>()
  await using server = await startHttp((_, response) => {
    ports.add(response.socket?.remotePort)
    sendJson(response, 200, {})
  })
  const { client, dispatcher } = open()
  const access = { connectionId: 'c', address: server.address, key: '12|a-secret-long-enough' }
  await client.get(access, 'models')
  await client.get(access, 'models')
  expect(ports.size).toBe(1)
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 3_600_000)
  await client.get(access, 'models')
  expect(ports.size).toBe(2)
  vi.restoreAllMocks()
  await dispatcher.destroy()
})
