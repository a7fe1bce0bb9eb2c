import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { WireFile } from './Exchange.ts'

export interface MultipartBody {
  contentType: string
  /** Length of the complete body in bytes, for `Content-Length`. */
  length: number
  stream: Readable
}

/** Quotes a name for a part's header as browsers do (RFC 7578 §4.2): quotes and line breaks are percent-encoded. */
const quoteName = (name: string): string =>
  `"${name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}"`

/**
 * Creates a multipart body of fields and files, which are streamed from disk. Rejects if a file can't be read. A file that shrinks
 * while it is being sent aborts the exchange. `findSendable` returns the path of the file that is sent in place of one.
 */
export const createMultipartBody = async (
  text: string,
  files: WireFile[],
  findSendable: (path: string) => Promise<string> = async (path) => path,
): Promise<MultipartBody> => {
  const boundary = `easel-${randomUUID()}`
  const encodePartHeader = (head: string): Buffer =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`)
  const end = Buffer.from('\r\n')

  const pieces: (Buffer | { path: string; size: number })[] = []
  for (const [name, value] of toMultipartFields(text))
    pieces.push(encodePartHeader(`name=${quoteName(name)}`), Buffer.from(value), end)
  for (const file of files) {
    const path = await findSendable(file.path)
    const stats = await stat(path)
    if (!stats.isFile()) throw new Error('an input is not a file')
    const type = file.mime.replaceAll(/[\r\n]/g, '')
    const head = `name=${quoteName(file.field)}; filename=${quoteName(file.fileName)}\r\nContent-Type: ${type}`
    pieces.push(encodePartHeader(head), { path, size: stats.size }, end)
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`))

  const length = pieces.reduce((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.size), 0)
  const stream = Readable.from(streamChunks(pieces), { objectMode: false })
  return { contentType: `multipart/form-data; boundary=${boundary}`, length, stream }
}

async function* streamChunks(pieces: (Buffer | { path: string; size: number })[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece
    else if (piece.size > 0) {
      const chunks: AsyncIterable<Buffer> = createReadStream(piece.path, { end: piece.size - 1 })
      yield* chunks
    }
  }
}

/**
 * Converts a request's canonical JSON to multipart fields (service.md §Multipart): booleans as 1 and 0, numbers as plain decimals, lists
 * and objects as `name[0][key]`, without nulls.
 * @throws SyntaxError when the text is not JSON, TypeError when it is not an object.
 */
export const toMultipartFields = (text: string): [name: string, value: string][] => {
  const body: unknown = JSON.parse(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new TypeError('not an object')
  return Object.entries(body).flatMap(([name, value]) => flattenField(name, value))
}

const flattenField = (name: string, value: unknown): [string, string][] => {
  if (value === null || value === undefined) return []
  if (typeof value === 'string') return [[name, value]]
  if (typeof value === 'boolean') return [[name, value ? '1' : '0']]
  if (typeof value === 'number') return [[name, formatDecimal(value)]]
  return Object.entries(value).flatMap(([key, inner]) => flattenField(`${name}[${key}]`, inner))
}

/** Formats without an exponent, because the service's validation of form fields may reject one. */
const formatDecimal = (value: number): string => {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20).replace(/(?<!0)\.?0+$/, '') : text
}
