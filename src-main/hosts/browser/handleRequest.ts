import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createMediaResponse, parseMediaRef } from '../shared/http/createMediaResponse.ts'
import { saveThumb, addInput } from '../shared/calls/fileCalls.ts'
import { type RendererFile, browserPolicy, securityHeaders } from '../shared/http/rendererFiles.ts'
import { checkRequest, readRequestFacts, type AccessResult } from './access/checkRequest.ts'
import type { AccessControl } from './access/AccessControl.ts'
import { replyJson, replyMedia, replyText } from './reply.ts'
import { inputErrors } from '../../../src-preload/contract/errors.ts'
import { MAX_INPUT_BYTES } from '../../../src-preload/contract/bridge.ts'
import type { StudioEvent } from '../../../src-preload/contract/events.ts'
import type { Handlers } from '../../../src-preload/contract/routes.ts'
import { MAX_THUMB_BYTES } from '../../studio/library/assets/ThumbStore.ts'
import type { Studio } from '../../studio/Studio.ts'
import type { Log } from '../../studio/world.ts'

/** What the host serves: a studio, and the files of its window by URL path. */
export interface HostedStudio {
  handlers: Partial<Handlers>
  media: Studio['media']
  inputs: Studio['inputs']
  onEvent: (listener: (event: StudioEvent) => void) => () => void
  files: ReadonlyMap<string, RendererFile>
  log: Log
  /** Removes secrets that error details may contain. */
  redact: <T>(response: T) => T
}

const REJECTION_MESSAGES: Record<Exclude<AccessResult, 'ok'>, string> = {
  wrong_host: 'This address doesn’t belong to Easel.',
  wrong_origin: 'Easel only accepts requests from its own page.',
  no_session: 'This link works once, for one minute. Open the new link in the terminal where Easel runs.',
}

/** Handles one request. `onUnauthenticated` is called when the page is requested without a session. */
export async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
  accessControl: AccessControl,
  studio: HostedStudio,
  onUnauthenticated: () => void,
): Promise<void> {
  const url = URL.parse(request.url ?? '', 'http://127.0.0.1')
  if (!url) return replyText(response, 400, 'This address isn’t valid.')
  const method = request.method ?? ''
  const isReadOnly = method === 'GET' || method === 'HEAD'
  const facts = readRequestFacts(request, !isReadOnly)
  if (method === 'GET' && accessControl.handleSignIn(facts.host, url, response)) return
  const access = checkRequest(facts, accessControl.policy)
  if (access === 'no_session' && method === 'GET' && url.pathname === '/') onUnauthenticated()
  if (access !== 'ok') return replyText(response, 403, REJECTION_MESSAGES[access])

  const [, section, kind, id, ...rest] = url.pathname.split('/')
  if (section === 'media' && rest.length === 0) {
    if (method === 'POST' && kind === 'input' && id === undefined)
      return receiveUpload(request, response, url.searchParams, studio)
    if (method === 'PUT' && kind === 'thumb') return saveThumbnail(request, response, id, studio)
    if (!isReadOnly) return replyText(response, 405, 'Media is read-only.')
    const { range } = request.headers
    const ref = parseMediaRef(kind, id)
    const source = { find: studio.media.find, log: studio.log }
    return replyMedia(response, await createMediaResponse(source, ref, range, method === 'HEAD'))
  }
  const file = studio.files.get(url.pathname)
  if (!isReadOnly) return replyText(response, 405, 'Method not allowed.')
  if (!file) return replyText(response, 404, 'Not found.')
  return replyFile(response, file, method === 'HEAD')
}

async function saveThumbnail(
  request: IncomingMessage,
  response: ServerResponse,
  id: string | undefined,
  { media, log }: HostedStudio,
): Promise<void> {
  const body = await readBody(request, MAX_THUMB_BYTES)
  if (!body) return replyText(response, 413, 'This isn’t a valid thumbnail.')
  const saved = await saveThumb(media, id, body, log)
  if (!saved.ok) return replyText(response, 422, `The thumbnail wasn’t saved: ${saved.error.code}`)
  response.writeHead(204).end()
}

async function replyFile(response: ServerResponse, file: RendererFile, isHead: boolean): Promise<void> {
  const body = await readFile(file.path)
  response
    .writeHead(200, {
      ...securityHeaders(browserPolicy),
      'Content-Type': file.mime,
      'Content-Length': body.byteLength,
      'Cache-Control': file.isImmutable ? 'private, max-age=31536000, immutable' : 'no-cache',
      // Keeps other pages in the browser from getting a reference to this window. The desktop app has no other pages.
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
    .end(isHead ? undefined : body)
}

/** The body, or null as soon as it exceeds the maximum. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return null
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.byteLength
    if (size > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Streams an input file to disk and responds with an envelope of its asset. */
export async function receiveUpload(
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
  { inputs, log }: HostedStudio,
): Promise<void> {
  if (request.headers['content-type'] !== 'application/octet-stream') {
    return replyText(response, 415, 'The Content-Type of a file must be application/octet-stream.')
  }
  const [name, sourceId] = [query.get('name'), query.get('source')]
  const isTooLarge = Number(request.headers['content-length'] ?? 0) > MAX_INPUT_BYTES
  const result = isTooLarge
    ? {
        ok: false,
        error: { code: inputErrors.tooLarge, money: 'none', params: { maxBytes: MAX_INPUT_BYTES } },
      }
    : await addInput(inputs, { stream: readChunks(request) }, name, sourceId, log)
  // A browser reads the response only after it has sent the whole body, so the rest of a rejected one is discarded.
  if (!(await drain(request))) response.setHeader('Connection', 'close')
  replyJson(response, result)
}

/** The body in chunks. Stopping early doesn't close the request, so that a response can be sent. */
async function* readChunks(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
}

/** If more than this is left of a rejected file, the connection is closed instead. */
const MAX_DISCARDED_BYTES = 64 * 2 ** 30

/** Reads and discards the rest of a request; false when its end was not reached. */
function drain(request: IncomingMessage): Promise<boolean> {
  // A request that was closed emits no further events.
  if (request.readableEnded || request.destroyed) return Promise.resolve(request.readableEnded)
  return new Promise((resolve) => {
    let discarded = 0
    request.on('data', (chunk: Buffer) => {
      discarded += chunk.length
      if (discarded > MAX_DISCARDED_BYTES) resolve(false)
    })
    request.once('end', () => resolve(true))
    request.once('close', () => resolve(false))
    request.resume()
  })
}
