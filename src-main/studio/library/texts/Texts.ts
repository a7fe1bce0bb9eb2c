import { libraryErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { AssetDetail } from '../../../../src-preload/contract/types/asset.ts'
import type { ExportFormat, Transcript } from '../../../../src-preload/contract/types/text.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { Sidecars } from '../assets/Sidecars.ts'
import { joinName, safeFileName } from '../export/safeFileName.ts'
import { exportText } from './exportText.ts'
import { searchableText } from './read/readText.ts'
import { readEdited } from '../assets/readEdited.ts'
import { joinSegments, toLineSegments } from '../../../../src-preload/shared/segments.ts'
import type { Library } from '../Library.ts'
import type { ResultReader } from './ResultReader.ts'

const MIMES: Record<ExportFormat, string> = {
  txt: 'text/plain',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  json: 'application/json',
  md: 'text/markdown',
  csv: 'text/csv',
  npy: 'application/octet-stream',
}

interface Dependencies {
  database: Database
  library: Pick<Library, 'assetDetail' | 'getFile' | 'updateSearchText'>
  sidecars: Pick<Sidecars, 'write'>
  /** Its methods throw `result_unread` on a timeout. */
  reader: Pick<ResultReader, 'readText' | 'exportVectors'>
}

/** Text results that the user can read and correct. The file is never changed; an edited version is stored separately. */
export class Texts {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /** Stores the searchable text of a new result (`searchableText`). Call it in the transaction that adds the asset. */
  add(id: string, searchable: string): void {
    this.#write(id, searchable, null)
  }

  /** The edited version if there is one, otherwise the original. */
  async transcript(id: string): Promise<RouteOutput<'library.transcript'>> {
    const edited = readEdited(this.#dependencies.database, id)
    return edited ? { ...edited, edited: true } : { ...(await this.#readOriginal(id)), edited: false }
  }

  edit(input: RouteInput<'library.edit_text'>): void {
    const { asset, viewer } = this.#getDetail(input.id)
    if (asset.kind !== 'text') throw notSupported()
    const edited: Transcript =
      'segments' in input
        ? { segments: input.segments, text: joinSegments(input.segments) }
        : { segments: toLineSegments(input.text, viewer), text: input.text.trim() }
    this.#write(input.id, searchableText(edited.text), JSON.stringify(edited))
    void this.#dependencies.sidecars.write(input.id)
  }

  async revert(id: string): Promise<void> {
    if (!readEdited(this.#dependencies.database, id)) return
    const { text } = await this.#readOriginal(id)
    this.#write(id, searchableText(text), null)
    await this.#dependencies.sidecars.write(id)
  }

  /** The current version as a file. @throws StudioError `not_supported` if the format can't represent it. */
  async export({ id, format }: RouteInput<'library.export'>): Promise<RouteOutput<'library.export'>> {
    const { asset, title } = this.#getDetail(id)
    const content =
      asset.kind === 'embedding'
        ? await this.#dependencies.reader.exportVectors(await this.#getPath(id), format)
        : exportText(await this.transcript(id), format, title)
    if (content === null) throw notSupported()
    const bytes = Buffer.from(content)
    const fileName = joinName(safeFileName(title, format))
    return { fileName, mime: MIMES[format], base64: bytes.toString('base64') }
  }

  async #readOriginal(id: string): Promise<Transcript> {
    const { asset, viewer } = this.#getDetail(id)
    if (asset.kind !== 'text') throw notSupported()
    return this.#dependencies.reader.readText(await this.#getPath(id), viewer)
  }

  #getDetail(id: string): AssetDetail {
    return this.#dependencies.library.assetDetail(id)
  }

  async #getPath(id: string): Promise<string> {
    return (await this.#dependencies.library.getFile(id)).path
  }

  #write(id: string, searchable: string, edited: string | null): void {
    const { database, library } = this.#dependencies
    database.transaction(() => {
      database.run(
        `INSERT INTO asset_texts (asset_id, words, edited) VALUES (?, ?, ?)
           ON CONFLICT (asset_id) DO UPDATE SET words = excluded.words, edited = excluded.edited`,
        id,
        searchable,
        edited,
      )
      library.updateSearchText(id)
    })
  }
}

/** The error of an action that isn't available for this kind of result. */
export const notSupported = (): StudioError =>
  new StudioError({ code: libraryErrors.notSupported, money: 'none' })
