import type { IncomingMessage } from 'node:http'
import { handleControlRequest } from '../control/handleControlRequest.ts'
import type { SandboxContext } from '../SandboxContext.ts'
import type { ParsedRequest } from './ParsedRequest.ts'
import { findRoute, type Route } from './findRoute.ts'
import { dropBody, readBody } from './readBody.ts'
import { errorReply, htmlReply, type Reply } from './Reply.ts'

type Head = Pick<ParsedRequest, 'method' | 'path' | 'headers'>

/**
 * Handles one request: checks host, faults, key and rate limits, then runs the endpoint. A request that is refused by its
 * headers gets a response without keeping its body in memory.
 */
export async function handleRequest(request: IncomingMessage, context: SandboxContext): Promise<Reply> {
  const url = readUrl(request.url ?? '/')
  if (!url) return dropBody(request, errorReply(400, 'Bad Request'))
  // Under another host name, a page of another site could read responses (DNS rebinding).
  if (!isOwnHost(request.headers.host)) return dropBody(request, errorReply(421, 'Misdirected Request'))
  const route = findRoute(url.pathname, context)
  const isControl = context.settings.control && url.pathname.startsWith('/__sandbox/')
  if (!isControl)
    context.recorder.record(route?.endpoint ?? null, request.headers.authorization !== undefined)
  const faultContext = { now: context.clock.now(), path: url.pathname }
  const faultReply = route ? context.faults.replyInstead(route.endpoint, faultContext) : null
  if (faultReply?.transferFault === 'reset') return faultReply
  const head = { method: request.method ?? 'GET', path: url.pathname, headers: request.headers }
  const early = faultReply ?? (isControl ? checkKey(head, context) : checkHead(head, route, context))
  if (early) return dropBody(request, early)
  const body = await readBody(request)
  if (body === 'too_large') return htmlReply(413, '413 Request Entity Too Large')
  const parsed: ParsedRequest = { ...head, query: url.searchParams, body }
  if (isControl) return handleControlRequest(parsed, context)
  if (!route) return errorReply(404, `The route ${parsed.path.slice(1)} could not be found.`)
  return runEndpoint(route, parsed, context, faultContext)
}

/** The error for a request that the service's proxy or framework refuses before reading its body. */
function checkHead(head: Head, route: Route | null, context: SandboxContext): Reply | null {
  if (context.settings.flavour === 'live' && route?.endpoint !== 'result' && isBot(head))
    return htmlReply(403, 'error code: 1010')
  if (!route) return errorReply(404, `The route ${head.path.slice(1)} could not be found.`)
  if (!route.methods.includes(head.method)) return methodNotAllowed(head, route)
  return route.endpoint === 'result' ? null : checkKey(head, context)
}

function checkKey({ headers }: Head, context: SandboxContext): Reply | null {
  const match = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')
  return match?.[1] === context.settings.key ? null : errorReply(401, 'Unauthenticated.')
}

/** The port may be that of a proxy. */
function isOwnHost(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost)(:\d{1,5})?$/.test(host ?? '')
}

async function runEndpoint(
  route: Route,
  request: ParsedRequest,
  context: SandboxContext,
  faultContext: { now: number; path: string },
) {
  const { headers, refused } = context.limiter.take(route.endpoint, faultContext.now)
  if (refused) return refused
  const reply = context.faults.alter(route.endpoint, await route.run(request, context), faultContext)
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

/** The proxy in front of the live service refuses the default user agents of HTTP libraries (service.md §Requests). */
function isBot({ headers }: Head): boolean {
  return /^$|^node$|^undici|urllib|^python-requests/i.test(headers['user-agent'] ?? '')
}

function methodNotAllowed({ method, path }: Head, route: Route): Reply {
  const supported = route.methods.join(', ')
  return errorReply(
    405,
    `The ${method} method is not supported for route ${path.slice(1)}. Supported methods: ${supported}.`,
    { allow: supported },
  )
}
