import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { sendCommand } from './sendCommand.ts'

/** The address of a page that sends these messages after each command. */
async function pageSending(...messages: object[]): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close())
  server.on('connection', (socket) =>
    socket.on('message', () => messages.forEach((message) => socket.send(JSON.stringify(message)))),
  )
  await once(server, 'listening')
  const address = server.address()
  return `ws://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const command = { method: 'Memory.simulatePressureNotification' }

test('a command that the page executes resolves', async () => {
  const address = await pageSending({ id: 1, result: {} })
  await expect(sendCommand(address, command)).resolves.toBeUndefined()
})

test('a command that the page rejects throws its message', async () => {
  const address = await pageSending({ id: 1, error: { code: -32601, message: 'wasn’t found' } })
  await expect(sendCommand(address, command)).rejects.toThrow(
    'Memory.simulatePressureNotification failed: wasn’t found',
  )
})
