import { libraryErrors, StudioError } from '../../../src-preload/contract/errors.ts'
import type { RouteInput, RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { AssetDetail, Viewer } from '../../../src-preload/contract/types/asset.ts'
import {
  type ExportFormat,
  type Transcript,
  transcriptSchema,
} from '../../../src-preload/contract/types/text.ts'
import type { Database } from '../storage/Database.ts'
import { exportName } from './exportName.ts'
import { exportText } from './exportText.ts'
import { searchedWords } from './readText.ts'
import { joined, linesOf } from './segments.ts'

const MIMES: Record<ExportFormat, string> = {
  txt: 'text/plain',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  json: 'application/json',
  md: 'text/markdown',
  csv: 'text/csv',
  npy: 'application/octet-stream',
}

interface Parts {
  database: Database
  /** `asset_not_found` where there is none. */
  about: (id: string) => AssetDetail
  /** `file_missing` where it is gone. */
  file: (id: string) => Promise<{ path: string }>
  /** Reads a text's file. @throws StudioError `result_unread` where that takes too long. */
  read: (path: string, viewer: Viewer | null) => Promise<Transcript>
  /** An embedding's file in another format; null where that can't hold it. @throws StudioError `result_unread`. */
  exportVectors: (path: string, format: ExportFormat) => Promise<Uint8Array | null>
  /** Called in the transaction that changed an asset's words. */
  onChange: (id: string) => void
}

/** Text results as people read and correct them. The file stays as it came; an edited version stands beside it. */
export class Texts {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Keeps the words of a new text; to be called in the transaction that added it. */
  put(id: string, words: string): void {
    this.#write(id, words, null)
  }

  /** The edited version where there is one, else the original. */
  async transcript(id: string): Promise<RouteOutput<'library.transcript'>> {
    const edited = this.#edited(id)
    return edited ? { ...edited, edited: true } : { ...(await this.#original(id)), edited: false }
  }

  edit(input: RouteInput<'library.edit_text'>): void {
    if (this.#about(input.id).asset.kind !== 'text') throw notSupported()
    const edited: Transcript =
      'segments' in input
        ? { segments: input.segments, text: joined(input.segments) }
        : { segments: linesOf(input.text), text: input.text.trim() }
    this.#write(input.id, searchedWords(edited.text), JSON.stringify(edited))
  }

  async revert(id: string): Promise<void> {
    if (!this.#edited(id)) return
    const { text } = await this.#original(id)
    this.#write(id, searchedWords(text), null)
  }

  /** The current version as a file. @throws StudioError `not_supported` where the format can't hold it. */
  async export({ id, format }: RouteInput<'library.export'>): Promise<RouteOutput<'library.export'>> {
    const { asset, title } = this.#about(id)
    const content =
      asset.kind === 'embedding'
        ? await this.#parts.exportVectors(await this.#path(id), format)
        : exportText(await this.transcript(id), format, title)
    if (content === null) throw notSupported()
    const bytes = Buffer.from(content)
    return { fileName: exportName(title, format), mime: MIMES[format], base64: bytes.toString('base64') }
  }

  async #original(id: string): Promise<Transcript> {
    const { asset, viewer } = this.#about(id)
    if (asset.kind !== 'text') throw notSupported()
    return this.#parts.read(await this.#path(id), viewer)
  }

  #about(id: string): AssetDetail {
    return this.#parts.about(id)
  }

  async #path(id: string): Promise<string> {
    return (await this.#parts.file(id)).path
  }

  #edited(id: string): Transcript | null {
    const kept = this.#parts.database.get('SELECT edited FROM asset_texts WHERE asset_id = ?', id)?.['edited']
    if (typeof kept !== 'string') return null
    try {
      return transcriptSchema.safeParse(JSON.parse(kept)).data ?? null
    } catch {
      return null
    }
  }

  #write(id: string, words: string, edited: string | null): void {
    const { database, onChange } = this.#parts
    database.transaction(() => {
      database.run(
        `INSERT INTO asset_texts (asset_id, words, edited) VALUES (?, ?, ?)
           ON CONFLICT (asset_id) DO UPDATE SET words = excluded.words, edited = excluded.edited`,
        id,
        words,
        edited,
      )
      onChange(id)
    })
  }
}

const notSupported = (): StudioError => new StudioError({ code: libraryErrors.notSupported, money: 'none' })
