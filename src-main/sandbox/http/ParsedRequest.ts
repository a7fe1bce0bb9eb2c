import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isRecord } from '../isRecord.ts'
import type { Reply } from './Reply.ts'

/** One file of a multipart body. */
export interface UploadedFile {
  fileName: string
  mime: string
  bytes: Uint8Array
}

/** A request's body: its fields, and its files by field name. */
interface ParsedBody {
  /** `form` values are text, except lists of objects (`loras[0][weight]`), whose weights are numbers. */
  encoding: 'none' | 'json' | 'form'
  fields: Record<string, unknown>
  files: Record<string, UploadedFile[]>
}

/** A request whose body has been read. */
export interface ParsedRequest {
  method: string
  /** Decoded path without the query. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: ParsedBody
}

/** The groups of requests that are counted, rate-limited and given faults separately. */
export const ENDPOINTS = ['models', 'price', 'submit', 'status', 'result', 'balance'] as const
export type Endpoint = (typeof ENDPOINTS)[number]

/** Largest request body that the service accepts, in bytes (service.md §Errors). */
const MAX_BODY_BYTES = 75 * 1024 * 1024

/** Reading stops after this many bytes, even of a body that is discarded. */
const MAX_DRAIN_BYTES = 8 * MAX_BODY_BYTES

const EMPTY: ParsedBody = { encoding: 'none', fields: {}, files: {} }

/** Reads a request's body; `too_large` above 75 MB. A body that can't be parsed counts as empty, as in the service's framework. */
export async function readBody(request: IncomingMessage): Promise<ParsedBody | 'too_large'> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    // The rest of a large body is read and discarded, because closing early would hide the 413 from the client.
    if (size <= MAX_BODY_BYTES) chunks.push(chunk)
    else if (size > MAX_DRAIN_BYTES) break
    else chunks.length = 0
  }
  if (size > MAX_BODY_BYTES) return 'too_large'
  if (size === 0) return EMPTY
  const type = request.headers['content-type'] ?? ''
  const bytes = Buffer.concat(chunks)
  if (/^multipart\/form-data|^application\/x-www-form-urlencoded/i.test(type)) return readForm(bytes, type)
  return readJson(bytes.toString('utf8'))
}

/**
 * Reads and discards a body, at most `MAX_DRAIN_BYTES`, and returns the reply. A client that is still sending when the connection is
 * closed would not receive it.
 */
export async function discardBody(request: IncomingMessage, reply: Reply): Promise<Reply> {
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_DRAIN_BYTES) break
  }
  return reply
}

function readJson(text: string): ParsedBody {
  try {
    const value: unknown = JSON.parse(text)
    return { encoding: 'json', fields: isRecord(value) ? value : {}, files: {} }
  } catch {
    return { encoding: 'json', fields: {}, files: {} }
  }
}

async function readForm(bytes: Buffer<ArrayBuffer>, type: string): Promise<ParsedBody> {
  // Without a prototype, so that a field may be called `constructor`.
  const body: ParsedBody = { encoding: 'form', fields: Object.create(null), files: Object.create(null) }
  let form: FormData
  try {
    form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
  } catch {
    return body
  }
  for (const [name, value] of form.entries()) {
    const field = name.replace(/\[\]$/, '')
    if (typeof value !== 'string') (body.files[field] ??= []).push(await readUpload(value))
    else if (!setNested(body.fields, name, value)) body.fields[field] = value
  }
  return body
}

/** Sets a field such as `loras[0][weight]`, as some clients write lists of objects. Returns false for any other name. */
function setNested(fields: Record<string, unknown>, name: string, text: string): boolean {
  const [, list, index, key] = /^(\w+)\[(\d{1,3})\]\[(\w+)\]$/.exec(name) ?? []
  if (list === undefined || key === undefined) return false
  const entries = Array.isArray(fields[list]) ? (fields[list] satisfies unknown[]) : []
  const entry: unknown = entries[Number(index)]
  entries[Number(index)] = {
    ...(isRecord(entry) ? entry : {}),
    [key]: key === 'weight' ? Number(text) : text,
  }
  fields[list] = entries
  return true
}

async function readUpload(file: File): Promise<UploadedFile> {
  return { fileName: file.name, mime: file.type, bytes: new Uint8Array(await file.arrayBuffer()) }
}
