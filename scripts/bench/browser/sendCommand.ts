import { once } from 'node:events'
import { WebSocket } from 'ws'
import { z } from 'zod'

/** A command of the DevTools protocol. */
export interface Command {
  method: string
  params?: object
}

const responseSchema = z.object({ error: z.object({ message: z.string() }).optional() })

/** Sends one command of the DevTools protocol to a page and waits for its response. Throws if the page rejects it. */
export async function sendCommand(address: string, command: Command): Promise<void> {
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const responded = once(socket, 'message')
  socket.send(JSON.stringify({ id: 1, ...command }))
  const [data] = await responded
  socket.close()
  const { error } = responseSchema.parse(JSON.parse(String(data)))
  if (error) throw new Error(`${command.method} failed: ${error.message}`)
}
