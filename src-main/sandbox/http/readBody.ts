import type { IncomingMessage } from 'node:http'
import { isRecord } from '../isRecord.ts'
import type { CallBody, Upload } from './Call.ts'
import type { Reply } from './Reply.ts'

/** Largest request the service takes, in bytes (facts.md §7.1). */
export const BODY_LIMIT = 75 * 1024 * 1024

/** Beyond this even dropping stops. */
const DRAIN_LIMIT = 8 * BODY_LIMIT

const EMPTY: CallBody = { encoding: 'none', fields: {}, files: {} }

/** Reads a request's body; `too_large` above 75 MB. What cannot be parsed counts as an empty body, as the service's framework has it. */
export async function readBody(request: IncomingMessage): Promise<CallBody | 'too_large'> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    // What is too much is read on and dropped: closing early would hide the 413 from the client.
    if (size <= BODY_LIMIT) parts.push(part)
    else if (size > DRAIN_LIMIT) break
    else parts.length = 0
  }
  if (size > BODY_LIMIT) return 'too_large'
  if (size === 0) return EMPTY
  const type = request.headers['content-type'] ?? ''
  const bytes = Buffer.concat(parts)
  if (/^multipart\/form-data|^application\/x-www-form-urlencoded/i.test(type)) return readForm(bytes, type)
  return readJson(bytes.toString('utf8'))
}

/** Reads a body to its end without keeping it, so that the client hears the reply; a client that sends without end is cut off. */
export async function dropBody(request: IncomingMessage, reply: Reply): Promise<Reply> {
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > DRAIN_LIMIT) break
  }
  return reply
}

function readJson(text: string): CallBody {
  try {
    const value: unknown = JSON.parse(text)
    return { encoding: 'json', fields: isRecord(value) ? value : {}, files: {} }
  } catch {
    return { encoding: 'json', fields: {}, files: {} }
  }
}

async function readForm(bytes: Buffer<ArrayBuffer>, type: string): Promise<CallBody> {
  const body: CallBody = { encoding: 'form', fields: {}, files: {} }
  let form: FormData
  try {
    form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
  } catch {
    return body
  }
  for (const [name, value] of form.entries()) {
    const plain = name.replace(/\[\]$/, '')
    if (typeof value !== 'string') (body.files[plain] ??= []).push(await toUpload(value))
    else if (!setNested(body.fields, name, value)) body.fields[plain] = value
  }
  return body
}

/** `loras[0][weight]`, as some clients write lists of objects; false for plain names. */
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

async function toUpload(file: File): Promise<Upload> {
  return { fileName: file.name, mime: file.type, bytes: new Uint8Array(await file.arrayBuffer()) }
}
