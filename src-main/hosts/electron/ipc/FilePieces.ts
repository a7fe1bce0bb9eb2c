import { randomUUID } from 'node:crypto'
import { borderErrors, type Envelope } from '../../../../src-preload/contract/errors.ts'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import type { StudioApi } from '../../shared/openStudioApi.ts'

/** More than a window uses at once. Beyond that, the oldest belongs to a page that no longer exists. */
const MAX_OPEN = 8
const MAX_PIECE_BYTES = 8 * 2 ** 20

interface OpenFile {
  writer: WritableStreamDefaultWriter<Uint8Array>
  result: Promise<Envelope<Asset>>
}

/**
 * Files that the window sends in pieces, each written before the next is accepted. The window never names a path, so a
 * compromised window can't read files that the user did not select.
 */
export class FilePieces {
  readonly #addInput: StudioApi['addInput']
  readonly #open = new Map<string, OpenFile>()

  constructor(addInput: StudioApi['addInput']) {
    this.#addInput = addInput
  }

  /** Returns the ticket of a new file. `name` and `sourceId` are untrusted. */
  async begin(name: unknown, sourceId: unknown): Promise<Envelope<string>> {
    const [oldest] = this.#open
    if (oldest && this.#open.size >= MAX_OPEN) this.#abandon(...oldest)
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    // Errors are returned for the piece during which they occur.
    writer.closed.catch(() => {})
    const ticket = randomUUID()
    this.#open.set(ticket, { writer, result: this.#addInput({ stream: readable }, name, sourceId) })
    return { ok: true, data: ticket }
  }

  /** Writes the next piece. Returns false if no more pieces are needed, because the file was already rejected. */
  async put(ticket: unknown, piece: unknown): Promise<Envelope<boolean>> {
    const file = this.#find(ticket)
    if (!file || !(piece instanceof ArrayBuffer) || piece.byteLength > MAX_PIECE_BYTES) return invalid
    try {
      await file.writer.write(new Uint8Array(piece))
      return { ok: true, data: true }
    } catch {
      return { ok: true, data: false }
    }
  }

  /** Ends a file and returns the asset. An incomplete file is dropped. */
  async end(ticket: unknown, isComplete: unknown): Promise<Envelope<Asset>> {
    const file = this.#find(ticket)
    if (!file) return invalid
    this.#open.delete(String(ticket))
    if (isComplete === true) file.writer.close().catch(() => {})
    else file.writer.abort(new Error('the file could not be read to its end')).catch(() => {})
    return file.result
  }

  #find(ticket: unknown): OpenFile | null {
    return (typeof ticket === 'string' && this.#open.get(ticket)) || null
  }

  #abandon(ticket: string, { writer }: OpenFile): void {
    this.#open.delete(ticket)
    writer.abort(new Error('the page that sent it no longer exists')).catch(() => {})
  }
}

const invalid: Envelope<never> = { ok: false, error: { code: borderErrors.invalidInput, money: 'none' } }
