import type { RouteInput, RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { Tile } from '../../../src-preload/contract/types/asset.ts'
import type { Row } from '../storage/Database.ts'
import { parseRows } from '../storage/parseRows.ts'
import { lastOf } from '../storage/QueryTable.ts'
import type { QuarantineParts } from '../storage/quarantineRow.ts'
import { readLibraryPage, type LibraryRead, type LibraryRequest } from './readLibraryPage.ts'
import { tileRowSchema, toTile } from './tileRow.ts'

export type PageRequest = RouteInput<'library.page'>
export type Page = RouteOutput<'library.page'>

/** Reads a page beside the main thread. */
export type ReadPage = (request: LibraryRequest, view: string | undefined) => Promise<LibraryRead>

/** Pages of results by keyset: what a page costs does not depend on how many there are, unless a search or filter has to look for them. */
export class Gallery {
  readonly #parts: QuarantineParts
  readonly #readBeside: ReadPage | undefined
  #found: { key: string; total: number; bytes: number } | null = null
  /** Grows with each change of an asset: counts taken before are not kept. */
  #changes = 0

  constructor(parts: QuarantineParts, readBeside?: ReadPage) {
    this.#parts = parts
    this.#readBeside = readBeside
  }

  /** Newest first; one statement, and more to look through and count what a search or filter finds. */
  page(request: PageRequest): Page {
    const counted = this.#counted(request)
    const read = lastOf(
      readLibraryPage(this.#parts.database, { ...request, isCounted: counted.found !== null }),
    )
    return this.#toPage(request, read, counted)
  }

  /** The same without holding up the main thread: where its cost depends on the history, it is read beside it. */
  async pageBeside(request: PageRequest): Promise<Page> {
    const { search = '', kinds = [], starred = false, collection, trash } = request
    const isSeek = search === '' && kinds.length === 0 && !starred && (collection === undefined || !trash)
    const read = this.#readBeside
    if (isSeek || !read) return this.page(request)
    const counted = this.#counted(request)
    return this.#toPage(
      request,
      await read({ ...request, isCounted: counted.found !== null }, request.view),
      counted,
    )
  }

  /** To be called when assets changed: counts of searches are taken again. */
  forget(): void {
    this.#found = null
    this.#changes++
  }

  /** Rows of `TILE_COLUMNS` as tiles. */
  tiles(rows: Row[]): Tile[] {
    return parseRows(this.#parts, 'assets', rows, tileRowSchema).map(toTile)
  }

  /** What is known of the number of results that answer; the totals are those of all kinds. */
  #counted({ search, starred, collection, trash }: PageRequest): Counted {
    const key = JSON.stringify([search, starred, collection, trash])
    return { key, found: this.#found?.key === key ? this.#found : null, changes: this.#changes }
  }

  #toPage({ after, limit }: PageRequest, { rows, totals }: LibraryRead, counted: Counted): Page {
    const isUpwards = after !== undefined
    const shown = isUpwards ? rows.slice(-limit) : rows.slice(0, limit)
    const outer = rows.length > limit ? String(shown.at(isUpwards ? 0 : -1)?.['seq']) : null
    if (totals && counted.changes === this.#changes) this.#found = { key: counted.key, ...totals }
    const { total, bytes } = totals ?? counted.found ?? { total: 0, bytes: 0 }
    return {
      tiles: this.tiles(shown),
      // What it was asked after comes next.
      ...(isUpwards
        ? { newer: outer, next: after === null ? null : String(Number(after) + 1) }
        : { next: outer }),
      total,
      bytes,
    }
  }
}

interface Counted {
  key: string
  found: { total: number; bytes: number } | null
  changes: number
}
