import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import type { Row } from '../../storage/database/Database.ts'
import { parseRows, type QuarantineContext } from '../../storage/database/parseRows.ts'
import { runAllSlices } from '../../storage/workers/QueryTable.ts'
import { readLibraryPage, type LibraryPageRows, type LibraryPageRequest } from './readLibraryPage.ts'
import { tileRowSchema, toTile } from '../assets/assetRow.ts'

export type PageRequest = RouteInput<'library.page'>
export type Page = RouteOutput<'library.page'>

/** Reads a page in the query thread. */
export type ReadPage = (request: LibraryPageRequest, listId: string | undefined) => Promise<LibraryPageRows>

/**
 * Reads pages of results by keyset, so the cost of a page does not depend on the size of the library, unless results are searched or
 * filtered.
 */
export class Gallery {
  readonly #context: QuarantineContext
  readonly #readInThread: ReadPage | undefined
  #cache: { key: string; total: number; bytes: number } | null = null
  /** Number of changes of results so far. Totals that were counted before the latest change are not cached. */
  #changes = 0

  constructor(context: QuarantineContext, readInThread?: ReadPage) {
    this.#context = context
    this.#readInThread = readInThread
  }

  /** Reads a page, newest first, with one statement. A search or filter needs more statements, which scan and count results. */
  page(request: PageRequest): Page {
    const lookup = this.#findCachedTotals(request)
    const read = runAllSlices(
      readLibraryPage(this.#context.database, { ...request, skipTotals: lookup.totals !== null }),
    )
    return this.#toPage(request, read, lookup)
  }

  /** Like `page`, but reads in the query thread if the request must scan and count results. */
  async pageInThread(request: PageRequest): Promise<Page> {
    const { search = '', kinds = [], starred = false, collection, trash } = request
    const isReadByKeyset =
      search === '' && kinds.length === 0 && !starred && (collection === undefined || !trash)
    const read = this.#readInThread
    if (isReadByKeyset || !read) return this.page(request)
    const lookup = this.#findCachedTotals(request)
    return this.#toPage(
      request,
      await read({ ...request, skipTotals: lookup.totals !== null }, request.view),
      lookup,
    )
  }

  /** Drops the cached totals of searches. Call it when results changed. */
  dropCachedTotals(): void {
    this.#cache = null
    this.#changes++
  }

  /** Rows of `TILE_COLUMNS` as tiles. */
  toTiles(rows: Row[]): Tile[] {
    return parseRows(this.#context, 'assets', rows, tileRowSchema).map(toTile)
  }

  /** The cached totals of a search, over all kinds of result. */
  #findCachedTotals({ search, starred, collection, trash }: PageRequest): TotalsLookup {
    const key = JSON.stringify([search, starred, collection, trash])
    return { key, totals: this.#cache?.key === key ? this.#cache : null, changes: this.#changes }
  }

  #toPage({ after, limit }: PageRequest, { rows, totals }: LibraryPageRows, lookup: TotalsLookup): Page {
    const isAscending = after !== undefined
    const shown = isAscending ? rows.slice(-limit) : rows.slice(0, limit)
    const continuationCursor = rows.length > limit ? String(shown.at(isAscending ? 0 : -1)?.['seq']) : null
    if (totals && lookup.changes === this.#changes) this.#cache = { key: lookup.key, ...totals }
    const { total, bytes } = totals ?? lookup.totals ?? { total: 0, bytes: 0 }
    return {
      tiles: this.toTiles(shown),
      // The next older page begins at the requested position.
      ...(isAscending
        ? { previous: continuationCursor, next: after === null ? null : String(Number(after) + 1) }
        : { next: continuationCursor }),
      total,
      bytes,
    }
  }
}

interface TotalsLookup {
  key: string
  totals: { total: number; bytes: number } | null
  changes: number
}
