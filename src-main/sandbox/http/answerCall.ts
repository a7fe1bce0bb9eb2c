import type { IncomingMessage } from 'node:http'
import { controlDoor } from '../control/controlDoor.ts'
import type { Parts } from '../Parts.ts'
import type { Call } from './Call.ts'
import { findRoute, type Route } from './findRoute.ts'
import { dropBody, readBody } from './readBody.ts'
import { htmlPage, refusal, type Reply } from './Reply.ts'

type Head = Pick<Call, 'method' | 'path' | 'headers'>

/**
 * One request from its first line to its reply: host, faults, key, limits, then the endpoint. What its headers refuse is
 * answered without keeping a byte of its body.
 */
export async function answerCall(request: IncomingMessage, parts: Parts): Promise<Reply> {
  const url = readUrl(request.url ?? '/')
  if (!url) return dropBody(request, refusal(400, 'Bad Request'))
  // Under any other name a page of another site could read what is here (DNS rebinding).
  if (!isOurHost(request.headers.host)) return dropBody(request, refusal(421, 'Misdirected Request'))
  const route = findRoute(url.pathname, parts)
  const isDoor = parts.settings.control && url.pathname.startsWith('/__sandbox/')
  if (!isDoor) parts.witness.saw(route?.endpoint ?? null, request.headers.authorization !== undefined)
  const moment = { now: parts.clock.now(), path: url.pathname }
  const instead = route ? parts.faults.instead(route.endpoint, moment) : null
  if (instead?.cut === 'reset') return instead
  const head = { method: request.method ?? 'GET', path: url.pathname, headers: request.headers }
  const early = instead ?? (isDoor ? keyRefusal(head, parts) : headRefusal(head, route, parts))
  if (early) return dropBody(request, early)
  const body = await readBody(request)
  if (body === 'too_large') return htmlPage(413, '413 Request Entity Too Large')
  const call: Call = { ...head, query: url.searchParams, body }
  if (isDoor) return controlDoor(call, parts)
  if (!route) return refusal(404, `The route ${call.path.slice(1)} could not be found.`)
  return passOn(route, call, parts, moment)
}

/** What the service's proxy and framework refuse before they look at a body. */
function headRefusal(head: Head, route: Route | null, parts: Parts): Reply | null {
  if (parts.settings.flavour === 'live' && route?.endpoint !== 'result' && isBot(head))
    return htmlPage(403, 'error code: 1010')
  if (!route) return refusal(404, `The route ${head.path.slice(1)} could not be found.`)
  if (!route.methods.includes(head.method)) return wrongMethod(head, route)
  return route.endpoint === 'result' ? null : keyRefusal(head, parts)
}

function keyRefusal({ headers }: Head, parts: Parts): Reply | null {
  const match = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')
  return match?.[1] === parts.settings.key ? null : refusal(401, 'Unauthenticated.')
}

/** Not a name of somebody else that leads here (DNS rebinding); the port may be that of a proxy. */
function isOurHost(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost)(:\d{1,5})?$/.test(host ?? '')
}

async function passOn(route: Route, call: Call, parts: Parts, moment: { now: number; path: string }) {
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

/** The proxy in front of the live service turns away libraries that don't say who they are (facts.md §7.3). */
function isBot({ headers }: Head): boolean {
  return /^$|^node$|^undici|urllib|^python-requests/i.test(headers['user-agent'] ?? '')
}

function wrongMethod({ method, path }: Head, route: Route): Reply {
  const supported = route.methods.join(', ')
  return refusal(
    405,
    `The ${method} method is not supported for route ${path.slice(1)}. Supported methods: ${supported}.`,
    { allow: supported },
  )
}
