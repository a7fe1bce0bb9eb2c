import { setTimeout as wait } from 'node:timers/promises'
import { isRecord } from '../../service/http/json.ts'
import { sendJson, startHttp } from './startHttp.ts'

/** The jobs whose prompts begin with this are forgotten. */
export const FORGOTTEN_PROMPT = 'forgotten'

/** Headers about one connection, which the proxy doesn't pass on. */
const HOP_HEADERS = new Set([
  'connection',
  'host',
  'content-encoding',
  'content-length',
  'keep-alive',
  'transfer-encoding',
])

/** A status request that the proxy has received. `call` counts those about its job, from 0. */
interface ReceivedPoll {
  requestId: string
  isForgotten: boolean
  call: number
}

/**
 * A proxy in front of a service that accepts all jobs, and then forgets those whose prompt begins with "forgotten": it responds to their
 * polls as the service does to an unknown id. `latencyMs`: returns the time that a request takes.
 */
export async function startForgetfulProxy(service: string, latencyMs: () => number = () => 0) {
  const forgotten = new Set<string>()
  const polls: ReceivedPoll[] = []
  const calls = new Map<string, number>()
  const server = await startHttp(({ method, url, headers, body }, response) => {
    const respond = async (): Promise<void> => {
      await wait(latencyMs())
      const requestId = /\/request-status\/([^/?]+)/.exec(url)?.[1]
      if (requestId !== undefined) {
        const call = calls.get(requestId) ?? 0
        calls.set(requestId, call + 1)
        polls.push({ requestId, isForgotten: forgotten.has(requestId), call })
        if (forgotten.has(requestId)) return sendJson(response, 404, { message: 'No query results.' })
      }
      const passedOn = Object.entries(headers).flatMap(([name, value]) =>
        typeof value === 'string' && !HOP_HEADERS.has(name) ? [[name, value] as [string, string]] : [],
      )
      const reply = await fetch(new URL(url, service), {
        method,
        headers: passedOn,
        ...(method === 'POST' && { body: Buffer.from(body, 'latin1') }),
      })
      const text = await reply.text()
      if (body.includes(`"${FORGOTTEN_PROMPT}`)) rememberAsForgotten(text)
      for (const [name, value] of reply.headers) if (!HOP_HEADERS.has(name)) response.setHeader(name, value)
      response.writeHead(reply.status).end(text)
    }
    respond().catch(() => response.destroy())
  })
  const rememberAsForgotten = (text: string): void => {
    const json: unknown = JSON.parse(text)
    const data = isRecord(json) && isRecord(json.data) ? json.data : {}
    if (typeof data.request_id === 'string') forgotten.add(data.request_id)
  }
  return { ...server, polls, address: server.address }
}
