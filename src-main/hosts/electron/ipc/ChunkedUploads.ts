import { randomUUID } from 'node:crypto'
import { boundaryErrors, type Envelope } from '../../../../src-preload/contract/errors.ts'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import type { StudioApi } from '../../shared/openStudio.ts'

/** More than a window uses at once. Beyond this, the oldest upload is from a page that no longer exists. */
const MAX_UPLOADS = 8
const MAX_CHUNK_BYTES = 8 * 2 ** 20

/** A file that is being received. */
interface Upload {
  writer: WritableStreamDefaultWriter<Uint8Array>
  result: Promise<Envelope<Asset>>
}

/**
 * Receives files from the window in chunks, each written before the next is accepted. The window never names a path, so
 * a compromised window can't read files that the user did not select.
 */
export class ChunkedUploads {
  readonly #addInput: StudioApi['addInput']
  readonly #uploads = new Map<string, Upload>()

  constructor(addInput: StudioApi['addInput']) {
    this.#addInput = addInput
  }

  /** Starts an upload and returns its id. `name` and `sourceId` are untrusted. */
  async begin(name: unknown, sourceId: unknown): Promise<Envelope<string>> {
    const [oldest] = this.#uploads
    if (oldest && this.#uploads.size >= MAX_UPLOADS) this.#abandon(...oldest)
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    // Errors are reported by the write during which they occur.
    writer.closed.catch(() => {})
    const uploadId = randomUUID()
    const result = this.#addInput({ stream: readable }, name, sourceId)
    // If it fails before it reads the stream, writes would wait forever. A stream that was read to its end or cancelled stays as it is.
    void result.then(() => readable.cancel()).catch(() => {})
    this.#uploads.set(uploadId, { writer, result })
    return { ok: true, data: uploadId }
  }

  /** Writes the next chunk. Returns false if no more chunks are needed, because the file was already rejected. */
  async write(uploadId: unknown, chunk: unknown): Promise<Envelope<boolean>> {
    const upload = this.#find(uploadId)
    if (!upload || !(chunk instanceof ArrayBuffer) || chunk.byteLength > MAX_CHUNK_BYTES) return invalidInput
    try {
      await upload.writer.write(new Uint8Array(chunk))
      return { ok: true, data: true }
    } catch {
      return { ok: true, data: false }
    }
  }

  /** Ends an upload and returns the asset. An incomplete file is discarded. */
  async end(uploadId: unknown, isComplete: unknown): Promise<Envelope<Asset>> {
    const upload = this.#find(uploadId)
    if (!upload) return invalidInput
    this.#uploads.delete(String(uploadId))
    if (isComplete === true) upload.writer.close().catch(() => {})
    else upload.writer.abort(new Error('the file could not be read to its end')).catch(() => {})
    return upload.result
  }

  #find(uploadId: unknown): Upload | null {
    return (typeof uploadId === 'string' && this.#uploads.get(uploadId)) || null
  }

  #abandon(uploadId: string, { writer }: Upload): void {
    this.#uploads.delete(uploadId)
    writer.abort(new Error('the page that sent it no longer exists')).catch(() => {})
  }
}

const invalidInput: Envelope<never> = {
  ok: false,
  error: { code: boundaryErrors.invalidInput, money: 'none' },
}
