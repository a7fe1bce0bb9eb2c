import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import type { Row } from '../../storage/Database.ts'
import { parseRows } from '../../storage/parseRows.ts'
import { lastOf } from '../../storage/QueryTable.ts'
import type { QuarantineParts } from '../../storage/quarantineRow.ts'
import { readLibraryPage, type LibraryRead, type LibraryRequest } from './readLibraryPage.ts'
import { tileRowSchema, toTile } from '../assets/tileRow.ts'

export type PageRequest = RouteInput<'library.page'>
export type Page = RouteOutput<'library.page'>

/** Reads a page in the query thread. */
export type ReadPage = (request: LibraryRequest, view: string | undefined) => Promise<LibraryRead>

/**
 * Pages of results by keyset: the cost of a page does not depend on the size of the library, unless it is searched or filtered.
 */
export class Gallery {
  readonly #parts: QuarantineParts
  readonly #readBeside: ReadPage | undefined
  #found: { key: string; total: number; bytes: number } | null = null
  /** Grows with each change of a result; older counts are not cached. */
  #changes = 0

  constructor(parts: QuarantineParts, readBeside?: ReadPage) {
    this.#parts = parts
    this.#readBeside = readBeside
  }

  /** A page, newest first, by one statement; a search or filter needs more to scan and count. */
  page(request: PageRequest): Page {
    const counted = this.#counted(request)
    const read = lastOf(
      readLibraryPage(this.#parts.database, { ...request, isCounted: counted.found !== null }),
    )
    return this.#toPage(request, read, counted)
  }

  /** The same, read in the query thread if its cost depends on the history. */
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

  /** Drops cached counts of searches; call it when results changed. */
  forget(): void {
    this.#found = null
    this.#changes++
  }

  /** Rows of `TILE_COLUMNS` as tiles. */
  tiles(rows: Row[]): Tile[] {
    return parseRows(this.#parts, 'assets', rows, tileRowSchema).map(toTile)
  }

  /** The cached totals of a search, over all kinds of result. */
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
