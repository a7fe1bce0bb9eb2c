import type { IncomingMessage } from 'node:http'
import { controlDoor } from '../control/controlDoor.ts'
import type { Parts } from '../Parts.ts'
import type { Call } from './Call.ts'
import { findRoute, type Route } from './findRoute.ts'
import { readBody } from './readBody.ts'
import { htmlPage, refusal, type Reply } from './Reply.ts'

/** One request from its first line to its reply: faults, key, limits, then the endpoint. */
export async function answerCall(request: IncomingMessage, parts: Parts): Promise<Reply> {
  const url = readUrl(request.url ?? '/')
  if (!url) return refusal(400, 'Bad Request')
  const route = findRoute(url.pathname, parts)
  const isDoor = url.pathname.startsWith('/__sandbox/')
  if (!isDoor) parts.witness.saw(route?.endpoint ?? null, request.headers.authorization !== undefined)
  const moment = { now: parts.clock.now(), path: url.pathname }
  const instead = route ? parts.faults.instead(route.endpoint, moment) : null
  if (instead?.cut === 'reset') return instead
  const body = await readBody(request)
  if (instead) return instead
  if (body === 'too_large') return htmlPage(413, '413 Request Entity Too Large')
  const call: Call = {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: request.headers,
    body,
  }
  if (isDoor) return hasKey(call, parts) ? controlDoor(call, parts) : unauthenticated()
  if (parts.settings.flavour === 'live' && route?.endpoint !== 'result' && isBot(call)) {
    return htmlPage(403, 'error code: 1010')
  }
  if (!route) return refusal(404, `The route ${call.path.slice(1)} could not be found.`)
  if (!route.methods.includes(call.method)) return wrongMethod(call, route)
  return passOn(route, call, parts, moment)
}

async function passOn(route: Route, call: Call, parts: Parts, moment: { now: number; path: string }) {
  if (route.endpoint !== 'result' && !hasKey(call, parts)) return unauthenticated()
  const { headers, refused } = parts.limiter.pass(route.endpoint, moment.now)
  if (refused) return refused
  const good = await route.run(call, parts)
  const reply = parts.faults.after(route.endpoint, good, moment)
  return { ...reply, headers: { ...headers, ...reply.headers } }
}

function readUrl(target: string): URL | null {
  try {
    const url = new URL(target, 'http://127.0.0.1')
    url.pathname = decodeURIComponent(url.pathname)
    return url
  } catch {
    return null
  }
}

function hasKey(call: Call, parts: Parts): boolean {
  const match = /^Bearer\s+(\S.*)$/i.exec(call.headers.authorization ?? '')
  return match?.[1]?.trim() === parts.settings.key
}

function unauthenticated(): Reply {
  return refusal(401, 'Unauthenticated.')
}

/** The proxy in front of the live service turns away libraries that don't say who they are (facts.md §7.3). */
function isBot(call: Call): boolean {
  return /^$|^node$|^undici|urllib|^python-requests/i.test(call.headers['user-agent'] ?? '')
}

function wrongMethod(call: Call, route: Route): Reply {
  const supported = route.methods.join(', ')
  return refusal(
    405,
    `The ${call.method} method is not supported for route ${call.path.slice(1)}. Supported methods: ${supported}.`,
    { allow: supported },
  )
}
