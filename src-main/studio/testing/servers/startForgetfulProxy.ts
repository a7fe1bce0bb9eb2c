import { setTimeout as wait } from 'node:timers/promises'
import { isRecord } from '../../service/http/json.ts'
import { sendJson, startHttp } from './startHttp.ts'

/** The jobs whose prompts begin with this are forgotten. */
const FORGOTTEN_PROMPT = 'forgotten'

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
      const { authorization = '', 'content-type': type = 'application/json' } = headers
      const reply = await fetch(new URL(url, service), {
        method,
        headers: { authorization, 'content-type': type },
        ...(method === 'POST' && { body: Buffer.from(body, 'latin1') }),
      })
      const text = await reply.text()
      if (body.includes(`"${FORGOTTEN_PROMPT}`)) rememberAsForgotten(text)
      response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' }).end(text)
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
