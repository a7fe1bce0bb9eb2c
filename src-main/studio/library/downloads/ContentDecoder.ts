import { type Duplex, pipeline, Writable } from 'node:stream'
import zlib from 'node:zlib'

type Done = (error?: Error | null) => void

/** Maximum number of content codings of one body (RFC 9110 §8.4.1). Only an attacker would use more. */
const MAX_CODINGS = 3
/** Codings that don't change the body. S3 sends `aws-chunked` although it has already decoded that coding. */
const UNENCODED = new Set(['', 'identity', 'aws-chunked'])
const SUPPORTED = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd'])

/** The codings of a `Content-Encoding` header in the order of encoding; null if one is unsupported. */
export function parseContentEncoding(header: string): string[] | null {
  const names = header.split(',', 16).map((coding) => coding.trim().toLowerCase())
  const codings = names.filter((coding) => !UNENCODED.has(coding))
  return codings.length <= MAX_CODINGS && codings.every((coding) => SUPPORTED.has(coding)) ? codings : null
}

/** Decodes a body into `sink` while it is received. The byte limit of the sink applies to the decoded bytes. */
export class ContentDecoder extends Writable {
  readonly #codings: readonly string[]
  readonly #sink: Writable
  #firstDecoder: Duplex | null = null
  #onFinished: Done | null = null
  /** Whether the sink has all decoded bytes. The encoded data may end before the body does. */
  #isFinished = false
  /** Number of bytes received, before decoding. */
  receivedBytes = 0
  /** Whether the bytes were invalid for their coding. */
  isInvalid = false

  constructor(codings: readonly string[], sink: Writable) {
    super({ highWaterMark: 1 << 20, decodeStrings: true })
    this.#codings = codings
    this.#sink = sink
  }

  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    this.receivedBytes += chunk.length
    this.#firstDecoder ??= this.#open(chunk)
    // Bytes after the end of the encoded data are ignored.
    if (this.#firstDecoder.readableEnded) done()
    else this.#firstDecoder.write(chunk, done)
  }

  override _final(done: Done): void {
    if (!this.#firstDecoder) return void this.#sink.end(() => done())
    this.#firstDecoder.end()
    if (this.#isFinished) done()
    else this.#onFinished = done
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#firstDecoder?.destroy(error ?? undefined)
    done(error)
  }

  #open(beginning: Buffer): Duplex {
    const [outermost = '', ...inner] = this.#codings.toReversed()
    const first = createDecoder(outermost, beginning)
    const others = inner.map((coding) => createDecoder(coding))
    pipeline([first, ...others, this.#sink], (error) => {
      // Error codes of zlib, zstd and Brotli.
      if (error && 'code' in error && /^(Z_|ZSTD_|ERR_(?!STREAM))/.test(String(error.code)))
        this.isInvalid = true
      if (error) return void this.destroy(error)
      this.#isFinished = true
      this.#onFinished?.()
    })
    return first
  }
}

function createDecoder(coding: string, beginning?: Buffer): Duplex {
  switch (coding) {
    case 'br':
      return zlib.createBrotliDecompress()
    case 'zstd':
      return zlib.createZstdDecompress()
    case 'deflate':
      // Some servers leave out the zlib header. The lower half of its first byte is 8 (RFC 1950 §2.2).
      return beginning && (beginning.readUInt8(0) & 15) !== 8 ? zlib.createInflateRaw() : zlib.createInflate()
    default:
      return zlib.createGunzip()
  }
}
