import { randomUUID } from 'node:crypto'
import { borderErrors } from '../../../src-preload/contract/errors.ts'
import type { Envelope } from '../../../src-preload/contract/errors.ts'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import type { Doors } from '../shared/openDoors.ts'

/** More at once than a window asks for; beyond that the oldest belongs to a page that has gone. */
const MAX_OPEN = 8
const MAX_PIECE_BYTES = 8 * 2 ** 20

interface OpenFile {
  writer: WritableStreamDefaultWriter<Uint8Array>
  taken: Promise<Envelope<Asset>>
}

/**
 * Files that the window sends piece by piece, each piece written before the next is taken. The window names no path: whoever
 * took it over reads no file that the user did not give it.
 */
export class FilePieces {
  readonly #take: Doors['takeFile']
  readonly #open = new Map<string, OpenFile>()

  constructor(take: Doors['takeFile']) {
    this.#take = take
  }

  /** Answers the ticket of a new file. `name` and `sourceId` come from outside and may be anything. */
  async begin(name: unknown, sourceId: unknown): Promise<Envelope<string>> {
    const [oldest] = this.#open
    if (oldest && this.#open.size >= MAX_OPEN) this.#abandon(...oldest)
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    // What goes wrong is answered by the piece that meets it.
    writer.closed.catch(() => {})
    const ticket = randomUUID()
    this.#open.set(ticket, { writer, taken: this.#take({ stream: readable }, name, sourceId) })
    return { ok: true, data: ticket }
  }

  /** Takes the next piece. Answers false when no more is wanted, because the file was refused already. */
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

  /** Ends a file: what became of it. One that is not whole is dropped. */
  async end(ticket: unknown, isWhole: unknown): Promise<Envelope<Asset>> {
    const file = this.#find(ticket)
    if (!file) return invalid
    this.#open.delete(String(ticket))
    if (isWhole === true) file.writer.close().catch(() => {})
    else file.writer.abort(new Error('the file could not be read to its end')).catch(() => {})
    return file.taken
  }

  #find(ticket: unknown): OpenFile | null {
    return (typeof ticket === 'string' && this.#open.get(ticket)) || null
  }

  #abandon(ticket: string, { writer }: OpenFile): void {
    this.#open.delete(ticket)
    writer.abort(new Error('the page that sent it has gone')).catch(() => {})
  }
}

const invalid: Envelope<never> = { ok: false, error: { code: borderErrors.invalidInput, money: 'none' } }
