import { once } from 'node:events'
import { createServer } from 'node:http'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { WebSocket } from 'ws'
import { WindowConnections } from './WindowConnections.ts'

let connections: WindowConnections
let address: string

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  connections = new WindowConnections(async () => '{"ok":true}')
  const server = createServer().listen(0, '127.0.0.1')
  server.on('upgrade', (request, socket, head) => connections.accept(request, socket, head))
  onTestFinished(() => {
    connections.close()
    server.close()
    vi.useRealTimers()
  })
  await once(server, 'listening')
  const bound = server.address()
  address = `ws://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`
})

async function connect(options: { autoPong: boolean }): Promise<WebSocket> {
  const window = new WebSocket(address, options)
  await once(window, 'open')
  return window
}

it('disconnects a window that hasn’t responded to a ping when the next one is due, and no other one', async () => {
  const [responsive, hanging] = [await connect({ autoPong: true }), await connect({ autoPong: false })]
  const pinged = [once(responsive, 'ping'), once(hanging, 'ping')]
  vi.advanceTimersByTime(30_000)
  await Promise.all(pinged)
  // The response shows that the host has received the pong that was sent before.
  responsive.send('{"id":1}')
  await once(responsive, 'message')
  const [closed, pingedAgain] = [once(hanging, 'close'), once(responsive, 'ping')]
  vi.advanceTimersByTime(30_000)
  await Promise.all([closed, pingedAgain])
  expect(responsive.readyState).toBe(WebSocket.OPEN)
})

it('disconnects a window for which more than 64 MB of events wait', async () => {
  const window = await connect({ autoPong: true })
  const closed = once(window, 'close')
  const name = 'x'.repeat(1 << 20)
  for (let sent = 0; sent < 40; sent += 1) connections.broadcast({ type: 'tag.renamed', name, newName: name })
  await closed
  expect(window.readyState).toBe(WebSocket.CLOSED)
})
