import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import type { Row } from '../../storage/database/Database.ts'
import { parseRows, type QuarantineContext } from '../../storage/database/parseRows.ts'
import { runAllSlices } from '../../storage/workers/QueryTable.ts'
import { readLibraryPage, type LibraryRead, type LibraryRequest } from './readLibraryPage.ts'
import { tileRowSchema, toTile } from '../assets/tileRow.ts'

export type PageRequest = RouteInput<'library.page'>
export type Page = RouteOutput<'library.page'>

/** Reads a page in the query thread. */
export type ReadPage = (request: LibraryRequest, listId: string | undefined) => Promise<LibraryRead>

/**
 * Pages of results by keyset: the cost of a page does not depend on the size of the library, unless it is searched or filtered.
 */
export class Gallery {
  readonly #context: QuarantineContext
  readonly #readInThread: ReadPage | undefined
  #cache: { key: string; total: number; bytes: number } | null = null
  /** Number of changes of results so far; a count that was made before the latest change is not cached. */
  #changes = 0

  constructor(context: QuarantineContext, readInThread?: ReadPage) {
    this.#context = context
    this.#readInThread = readInThread
  }

  /** A page, newest first, read by one statement; a search or filter needs more to scan and count. */
  page(request: PageRequest): Page {
    const count = this.#cachedCount(request)
    const read = runAllSlices(
      readLibraryPage(this.#context.database, { ...request, isCounted: count.found !== null }),
    )
    return this.#toPage(request, read, count)
  }

  /** The same, read in the query thread if its cost depends on the history. */
  async pageInThread(request: PageRequest): Promise<Page> {
    const { search = '', kinds = [], starred = false, collection, trash } = request
    const isSeek = search === '' && kinds.length === 0 && !starred && (collection === undefined || !trash)
    const read = this.#readInThread
    if (isSeek || !read) return this.page(request)
    const count = this.#cachedCount(request)
    return this.#toPage(
      request,
      await read({ ...request, isCounted: count.found !== null }, request.view),
      count,
    )
  }

  /** Drops cached counts of searches; call it when results changed. */
  forget(): void {
    this.#cache = null
    this.#changes++
  }

  /** Rows of `TILE_COLUMNS` as tiles. */
  tiles(rows: Row[]): Tile[] {
    return parseRows(this.#context, 'assets', rows, tileRowSchema).map(toTile)
  }

  /** The cached totals of a search, over all kinds of result. */
  #cachedCount({ search, starred, collection, trash }: PageRequest): CachedCount {
    const key = JSON.stringify([search, starred, collection, trash])
    return { key, found: this.#cache?.key === key ? this.#cache : null, changes: this.#changes }
  }

  #toPage({ after, limit }: PageRequest, { rows, totals }: LibraryRead, count: CachedCount): Page {
    const isAscending = after !== undefined
    const shown = isAscending ? rows.slice(-limit) : rows.slice(0, limit)
    const outer = rows.length > limit ? String(shown.at(isAscending ? 0 : -1)?.['seq']) : null
    if (totals && count.changes === this.#changes) this.#cache = { key: count.key, ...totals }
    const { total, bytes } = totals ?? count.found ?? { total: 0, bytes: 0 }
    return {
      tiles: this.tiles(shown),
      // The next older page begins at the requested position.
      ...(isAscending
        ? { previous: outer, next: after === null ? null : String(Number(after) + 1) }
        : { next: outer }),
      total,
      bytes,
    }
  }
}

interface CachedCount {
  key: string
  found: { total: number; bytes: number } | null
  changes: number
}
