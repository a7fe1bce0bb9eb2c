import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { WireFile } from './Exchange.ts'
import { multipartFields } from './multipartFields.ts'

export interface MultipartBody {
  contentType: string
  /** Length of the complete body in bytes, for `Content-Length`. */
  length: number
  stream: Readable
}

/** A name as browsers write it in the header of a part (RFC 7578 §4.2): with quotes and line breaks percent-encoded. */
const quoted = (name: string): string =>
  `"${name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')}"`

/**
 * Fields and files as one multipart body. Files are streamed from disk. Rejects if a file can't be read. A file that shrinks while it
 * is being sent aborts the exchange.
 */
export const multipartBody = async (text: string, files: WireFile[]): Promise<MultipartBody> => {
  const boundary = `easel-${randomUUID()}`
  const part = (head: string): Buffer =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`)
  const end = Buffer.from('\r\n')

  const pieces: (Buffer | { path: string; size: number })[] = []
  for (const [name, value] of multipartFields(text))
    pieces.push(part(`name=${quoted(name)}`), Buffer.from(value), end)
  for (const file of files) {
    const found = await stat(file.path)
    if (!found.isFile()) throw new Error('an input is not a file')
    const type = file.mime.replaceAll(/[\r\n]/g, '')
    const head = `name=${quoted(file.field)}; filename=${quoted(file.fileName)}\r\nContent-Type: ${type}`
    pieces.push(part(head), { path: file.path, size: found.size }, end)
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`))

  const length = pieces.reduce((sum, piece) => sum + (Buffer.isBuffer(piece) ? piece.length : piece.size), 0)
  const stream = Readable.from(bytesOf(pieces), { objectMode: false })
  return { contentType: `multipart/form-data; boundary=${boundary}`, length, stream }
}

async function* bytesOf(pieces: (Buffer | { path: string; size: number })[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece
    else if (piece.size > 0) {
      const chunks: AsyncIterable<Buffer> = createReadStream(piece.path, { end: piece.size - 1 })
      yield* chunks
    }
  }
}
