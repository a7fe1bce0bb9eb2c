import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import type { LibraryFilter } from '../../../../src-preload/contract/types/filter.ts'
import type { Row } from '../../storage/database/Database.ts'
import { parseRows, type QuarantineContext } from '../../storage/database/parseRows.ts'
import type { QueryFunction } from '../../storage/workers/QueryTable.ts'
import { tileRowSchema, toTile } from '../assets/assetRow.ts'
import type { findQueries } from './findQueries.ts'
import { limitPage, type PageRequest } from './pageRows.ts'
import { isUnfilteredPage, isWhole, readUnfilteredPage } from './unfilteredPage.ts'

type CountRequest = RouteInput<'library.count'>

interface Dependencies {
  context: QuarantineContext
  /** Runs a query in the query thread. */
  query: QueryFunction<typeof findQueries>
  /** The name of a task for the user. */
  operationName: (id: string) => string
}

/** Delay from the first page to loading the values for filters. */
const LOAD_DELAY_MS = 2000

/**
 * Pages, counts and values of lists of results. The whole library or trash sorted by date is read by keyset and has
 * stored totals. All other lists are read in the query thread.
 */
export class Gallery {
  readonly #dependencies: Dependencies
  #hasPage = false
  #cancelLoading: (() => void) | null = null

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  async page(request: PageRequest): Promise<RouteOutput<'library.page'>> {
    const { context, query } = this.#dependencies
    const read = isUnfilteredPage(request)
      ? readUnfilteredPage(context.database, request)
      : await query('library.page', request, request.view)
    if (!this.#hasPage) this.#loadValues()
    this.#hasPage = true
    const { rows, ...cursors } = limitPage(request, read)
    return { tiles: this.toTiles(rows), ...cursors, totals: read.totals }
  }

  async count({ filter, view }: CountRequest): Promise<RouteOutput<'library.count'>> {
    if (isWhole(filter)) return this.#storedTotals(filter)
    return this.#dependencies.query('library.count', filter, listIdOf('count', view))
  }

  async facets({
    filter,
    search = '',
    view,
  }: RouteInput<'library.facets'>): Promise<RouteOutput<'library.facets'>> {
    const { query, operationName } = this.#dependencies
    const { facets } = await query('library.facets', { filter, search }, listIdOf('facets', view))
    for (const { field, values } of facets)
      if (field === 'operation') for (const entry of values) entry.label = operationName(entry.value)
    return { facets }
  }

  timeline({ filter, view }: CountRequest): Promise<RouteOutput<'library.timeline'>> {
    return this.#dependencies.query('library.timeline', filter, listIdOf('timeline', view))
  }

  /** Rows of `TILE_COLUMNS` as tiles. */
  toTiles(rows: Row[]): Tile[] {
    return parseRows(this.#dependencies.context, 'assets', rows, tileRowSchema).map(toTile)
  }

  close(): void {
    this.#cancelLoading?.()
  }

  /** Loads what filters need, after the first pages are shown. */
  #loadValues(): void {
    const { query, context } = this.#dependencies
    this.#cancelLoading = context.clock.after(LOAD_DELAY_MS, () => {
      query('library.load', undefined).catch((error: unknown) =>
        context.log.warn('The values for filters were not loaded', { error: String(error) }),
      )
    })
  }

  #storedTotals({ trash }: LibraryFilter): RouteOutput<'library.count'> {
    const row = this.#dependencies.context.database.get(
      'SELECT assets, bytes FROM asset_totals WHERE trashed = ?',
      trash ? 1 : 0,
    )
    return { total: Number(row?.['assets']), bytes: Number(row?.['bytes']) }
  }
}

/** Counts of a list supersede earlier counts of it, but not its pages. */
const listIdOf = (part: string, view: string | undefined): string | undefined =>
  view === undefined ? undefined : `${part} ${view}`
