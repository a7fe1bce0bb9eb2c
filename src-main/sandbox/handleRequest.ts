import type { IncomingMessage } from 'node:http'
import { handleControlRequest } from './SandboxControl.ts'
import type { SandboxContext } from './SandboxContext.ts'
import { type ParsedRequest, discardBody, readBody, type Endpoint } from './http/ParsedRequest.ts'
import {
  errorReply,
  htmlReply,
  type Reply,
  dataReply,
  expiredLinkReply,
  storageErrorReply,
} from './http/Reply.ts'
import { prepareRequest, submitJob, createStatusRecord } from './jobs/jobRequests.ts'
import { listModels } from './models/ModelList.ts'
import type { Operation } from './operations/Operation.ts'
import { findJobPhase } from './jobs/AccountStore.ts'

type RequestHead = Pick<ParsedRequest, 'method' | 'path' | 'headers'>

/**
 * Handles one request: checks host, faults, key and rate limits, then runs the endpoint. The body of a request that is
 * rejected because of its headers isn't kept in memory.
 */
export async function handleRequest(request: IncomingMessage, context: SandboxContext): Promise<Reply> {
  const url = readUrl(request.url ?? '/')
  if (!url) return discardBody(request, errorReply(400, 'Bad Request'))
  // Prevents DNS rebinding, by which another site's page could read responses.
  if (!isOwnHost(request.headers.host)) return discardBody(request, errorReply(421, 'Misdirected Request'))
  const route = findRoute(url.pathname, context)
  const isControl = context.settings.control && url.pathname.startsWith('/__sandbox/')
  if (!isControl)
    context.requestCounter.count(route?.endpoint ?? null, request.headers.authorization !== undefined)
  const faultContext = { now: context.clock.now(), path: url.pathname }
  const faultReply = route ? context.faults.findReplacement(route.endpoint, faultContext) : null
  if (faultReply?.transferFault === 'reset') return faultReply
  const head = { method: request.method ?? 'GET', path: url.pathname, headers: request.headers }
  const earlyReply = faultReply ?? (isControl ? checkKey(head, context) : checkHead(head, route, context))
  if (earlyReply) return discardBody(request, earlyReply)
  const body = await readBody(request)
  if (body === 'too_large') return htmlReply(413, '413 Request Entity Too Large')
  const parsed: ParsedRequest = { ...head, query: url.searchParams, body }
  if (isControl) return handleControlRequest(parsed, context)
  if (!route) return errorReply(404, `The route ${parsed.path.slice(1)} could not be found.`)
  return runEndpoint(route, parsed, context, faultContext)
}

/** The error for a request that the service's proxy or framework rejects before reading its body; null for any other request. */
function checkHead(head: RequestHead, route: Route | null, context: SandboxContext): Reply | null {
  if (context.settings.flavour === 'live' && route?.endpoint !== 'result' && isBot(head))
    return htmlReply(403, 'error code: 1010')
  if (!route) return errorReply(404, `The route ${head.path.slice(1)} could not be found.`)
  if (!route.methods.includes(head.method)) return methodNotAllowedReply(head, route)
  return route.endpoint === 'result' ? null : checkKey(head, context)
}

/** The error for a request without the key, or null. */
function checkKey({ headers }: RequestHead, context: SandboxContext): Reply | null {
  const match = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')
  return match?.[1] === context.settings.key ? null : errorReply(401, 'Unauthenticated.')
}

/** Whether the Host header names this computer. Any port is accepted, because requests may arrive through a local proxy. */
function isOwnHost(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost)(:\d{1,5})?$/.test(host ?? '')
}

async function runEndpoint(
  route: Route,
  request: ParsedRequest,
  context: SandboxContext,
  faultContext: { now: number; path: string },
) {
  const { headers, rejection } = context.rateLimiter.consume(route.endpoint, faultContext.now)
  if (rejection) return rejection
  const reply = context.faults.applyToReply(
    route.endpoint,
    await route.handle(request, context),
    faultContext,
  )
  return { ...reply, headers: { ...headers, ...reply.headers } }
}

function readUrl(target: string): URL | null {
  try {
    const url = new URL(target, 'http://127.0.0.1')
    // Some clients percent-encode characters of the path that need no encoding.
    url.pathname = decodeURIComponent(url.pathname)
    return url
  } catch {
    return null
  }
}

/** The proxy in front of the live service rejects the default user agents of HTTP libraries (service.md §Requests). */
function isBot({ headers }: RequestHead): boolean {
  return /^$|^node$|^undici|urllib|^python-requests/i.test(headers['user-agent'] ?? '')
}

function methodNotAllowedReply({ method, path }: RequestHead, route: Route): Reply {
  const supported = route.methods.join(', ')
  return errorReply(
    405,
    `The ${method} method is not supported for route ${path.slice(1)}. Supported methods: ${supported}.`,
    { allow: supported },
  )
}

/** An endpoint and how it handles requests. */
interface Route {
  endpoint: Endpoint
  methods: string[]
  handle: (request: ParsedRequest, context: SandboxContext) => Reply | Promise<Reply>
}

const API_PREFIX = '/api/v1/client/'
const READ_METHODS = ['GET', 'HEAD']

/** The endpoint at a path (service.md §Requests), or null. */
function findRoute(path: string, context: SandboxContext): Route | null {
  if (path.startsWith('/results/')) return { endpoint: 'result', methods: READ_METHODS, handle: serveResult }
  if (!path.startsWith(API_PREFIX)) return null
  const apiPath = path.slice(API_PREFIX.length)
  if (apiPath === 'models') return { endpoint: 'models', methods: READ_METHODS, handle: handleModels }
  if (apiPath === 'balance') return { endpoint: 'balance', methods: READ_METHODS, handle: handleBalance }
  if (apiPath.startsWith('request-status/'))
    return { endpoint: 'status', methods: READ_METHODS, handle: handleStatus }
  for (const operation of context.operations) {
    if (apiPath === operation.path) {
      return {
        endpoint: 'submit',
        methods: ['POST'],
        handle: async (request, context) => submitJob(operation, request, context),
      }
    }
    if (isPricePath(apiPath, operation, context)) {
      return {
        endpoint: 'price',
        methods: ['POST'],
        handle: async (request, context) => {
          const prepared = await prepareRequest(operation, 'price', request, context)
          return 'rejection' in prepared ? prepared.rejection : dataReply({ price: prepared.price })
        },
      }
    }
  }
  return null
}

/** As specified, all price paths have the same ending. The live service has an exception (service.md §Prices). */
function isPricePath(apiPath: string, operation: Operation, context: SandboxContext): boolean {
  const specifiedPath = `${operation.path}/price-calculation`
  return apiPath === (context.settings.flavour === 'spec' ? specifiedPath : operation.pricePath)
}

function handleModels(request: ParsedRequest, context: SandboxContext): Reply {
  const base = `${context.address()}${API_PREFIX}models`
  return listModels(context.models.available(), request.query, context.settings.flavour, base)
}

function handleBalance(_request: ParsedRequest, context: SandboxContext): Reply {
  return dataReply({ balance: context.accounts.balance(context.clock.now()) })
}

async function handleStatus(request: ParsedRequest, context: SandboxContext): Promise<Reply> {
  const job = context.accounts.findJob(request.path.slice(`${API_PREFIX}request-status/`.length))
  if (!job) return errorReply(404, 'No query results for the requested resource.')
  return dataReply(await createStatusRecord(job, context))
}

/** The job's id, the progress in percent for a preview, and the format. */
const RESULT_PATH = /^\/results\/([0-9a-f-]{36})(?:-(\d+))?\.([a-z0-9]+)$/

/** Serves a result or a preview by its signed link, without a key. Supports byte ranges. Errors are XML, like those of an object store. */
async function serveResult(request: ParsedRequest, context: SandboxContext): Promise<Reply> {
  const now = context.clock.now()
  const [, id, percent, format] = RESULT_PATH.exec(request.path) ?? []
  if (id === undefined || format === undefined) return notFoundReply()
  if (request.headers.authorization !== undefined && context.settings.flavour === 'live') {
    return storageErrorReply(400, 'InvalidArgument', 'Only one auth mechanism allowed')
  }
  const validity = context.linkSigner.check(request.path.slice('/results/'.length), request.query, now)
  if (validity === 'forged')
    return storageErrorReply(403, 'SignatureDoesNotMatch', 'The signature does not match.')
  if (validity === 'expired') return expiredLinkReply()
  const job = context.accounts.findJob(id)
  if (!job) return notFoundReply()
  if (percent === undefined && findJobPhase(job, now).status !== 'done') return notFoundReply()
  const file =
    percent === undefined
      ? await context.resultGenerator.generateResult(job, format)
      : await context.resultGenerator.generatePreview(job, Number(percent) / 100)
  if (!file) return notFoundReply()
  return rangeReply(file.bytes, file.mime, request.headers.range)
}

function notFoundReply(): Reply {
  return storageErrorReply(404, 'NoSuchKey', 'The specified key does not exist.')
}

/** One byte range or the whole file. A range beyond the end gets a 416. */
function rangeReply(bytes: Uint8Array, mime: string, range: string | undefined): Reply {
  const headers = { 'content-type': mime, 'accept-ranges': 'bytes' }
  const match = /^bytes=(\d*)-(\d*)$/.exec(range ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return { status: 200, headers, body: bytes }
  const size = bytes.length
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1])
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]))
  if (start > end) return { status: 416, headers: { 'content-range': `bytes */${String(size)}` }, body: '' }
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${String(start)}-${String(end)}/${String(size)}` },
    body: bytes.subarray(start, end + 1),
  }
}
