import { type Duplex, pipeline, Writable } from 'node:stream'
import zlib from 'node:zlib'

type Done = (error?: Error | null) => void

/** Codings a body may have had put on it (RFC 9110 §8.4.1); more of them on one body are an attack. */
const MAX_CODINGS = 3
/** What says that a body is as it is. S3 keeps the name of the coding that it took off itself. */
const PLAIN = new Set(['', 'identity', 'aws-chunked'])
const KNOWN = new Set(['gzip', 'x-gzip', 'deflate', 'br', 'zstd'])

/** The codings of a `Content-Encoding` header in the order they were put on; null where one is not known. */
export function codingsOf(header: string): string[] | null {
  const all = header.split(',', 16).map((coding) => coding.trim().toLowerCase())
  const codings = all.filter((coding) => !PLAIN.has(coding))
  return codings.length <= MAX_CODINGS && codings.every((coding) => KNOWN.has(coding)) ? codings : null
}

/** Decodes a body as it arrives into `sink`, whose limit bounds what comes out. Finishes when all of it is put away. */
export class ContentDecoder extends Writable {
  readonly #codings: readonly string[]
  readonly #sink: Writable
  #first: Duplex | null = null
  #finished: Done | null = null
  /** As they came, before decoding. */
  received = 0
  /** Set where the bytes were not what their coding says. */
  isBroken = false

  constructor(codings: readonly string[], sink: Writable) {
    super({ highWaterMark: 1 << 20, decodeStrings: true })
    this.#codings = codings
    this.#sink = sink
  }

  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    this.received += chunk.length
    this.#first ??= this.#open(chunk)
    this.#first.write(chunk, done)
  }

  override _final(done: Done): void {
    if (!this.#first) return void this.#sink.end(() => done())
    this.#finished = done
    this.#first.end()
  }

  override _destroy(error: Error | null, done: Done): void {
    this.#first?.destroy(error ?? undefined)
    done(error)
  }

  #open(beginning: Buffer): Duplex {
    const [outermost = '', ...inner] = this.#codings.toReversed()
    const first = decoderOf(outermost, beginning)
    const rest = inner.map((coding) => decoderOf(coding))
    pipeline([first, ...rest, this.#sink], (error) => {
      if (error && 'code' in error && /^(Z_|ZSTD_|ERR_(?!STREAM))/.test(String(error.code)))
        this.isBroken = true
      if (error) this.destroy(error)
      else this.#finished?.()
    })
    return first
  }
}

function decoderOf(coding: string, beginning?: Buffer): Duplex {
  switch (coding) {
    case 'br':
      return zlib.createBrotliDecompress()
    case 'zstd':
      return zlib.createZstdDecompress()
    case 'deflate':
      // Some servers leave out the two bytes of the zlib header.
      return beginning && (beginning.readUInt8(0) & 15) !== 8 ? zlib.createInflateRaw() : zlib.createInflate()
    default:
      return zlib.createGunzip()
  }
}
