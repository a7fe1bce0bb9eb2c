import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import type { LibraryFilter } from '../../../../src-preload/contract/types/filter.ts'
import type { Row, Database } from '../../storage/database/Database.ts'
import { parseRows, type QuarantineContext } from '../../storage/database/parseRows.ts'
import type { QueryFunction } from '../../storage/workers/QueryTable.ts'
import { tileRowSchema, toTile, TILE_COLUMNS, TILE_JOINS } from '../assets/assetRow.ts'
import { cursorAtTime } from './cursorAt.ts'
import type { listQueries } from './listQueries.ts'
import { limitPage, type PageRequest, isBackward, type PageRows, parseCursor } from './pageRows.ts'

type CountRequest = RouteInput<'library.count'>

interface Dependencies {
  context: QuarantineContext
  /** Runs a query in the query thread. */
  query: QueryFunction<typeof listQueries>
  /** The name of an operation in the list of values to filter by. */
  operationLabel: (id: string) => string
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
      : await query('library.page', request, request.listId)
    if (!this.#hasPage) this.#loadValues()
    this.#hasPage = true
    const { rows, ...cursors } = limitPage(request, read)
    return { tiles: this.toTiles(rows), ...cursors, totals: read.totals }
  }

  ids(request: RouteInput<'library.ids'>): Promise<RouteOutput<'library.ids'>> {
    return this.#dependencies.query('library.ids', request, request.listId)
  }

  async count({ filter, listId }: CountRequest): Promise<RouteOutput<'library.count'>> {
    if (isWhole(filter)) return this.#storedTotals(filter)
    return this.#dependencies.query('library.count', filter, listIdOf('count', listId))
  }

  async facets({
    filter,
    search = '',
    listId,
  }: RouteInput<'library.facets'>): Promise<RouteOutput<'library.facets'>> {
    const { query, operationLabel } = this.#dependencies
    const { facets } = await query('library.facets', { filter, search }, listIdOf('facets', listId))
    for (const { field, values } of facets)
      if (field === 'operation') for (const entry of values) entry.label = operationLabel(entry.value)
    return { facets }
  }

  async countConditions({
    listId,
    ...request
  }: RouteInput<'library.count_conditions'>): Promise<RouteOutput<'library.count_conditions'>> {
    return this.#dependencies.query('library.count_conditions', request, listIdOf('conditions', listId))
  }

  /** @throws StudioError `invalid_input`, `collection_not_found`. */
  async cursor({
    filter,
    sort,
    place,
    listId,
  }: RouteInput<'library.cursor'>): Promise<RouteOutput<'library.cursor'>> {
    if ('time' in place) return cursorAtTime(place.time, sort)
    return this.#dependencies.query('library.cursor', { filter, sort, rank: place.rank }, listId)
  }

  summarizeSearches({
    searches,
    listId,
  }: RouteInput<'searches.summaries'>): Promise<RouteOutput<'searches.summaries'>> {
    return this.#dependencies.query('searches.summaries', { searches }, listIdOf('searches', listId))
  }

  timeline({ filter, listId }: CountRequest): Promise<RouteOutput<'library.timeline'>> {
    return this.#dependencies.query('library.timeline', filter, listIdOf('timeline', listId))
  }

  values({ filter, sort, listId }: RouteInput<'library.values'>): Promise<RouteOutput<'library.values'>> {
    return this.#dependencies.query('library.values', { filter, sort }, listIdOf('values', listId))
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
const listIdOf = (part: string, listId: string | undefined): string | undefined =>
  listId === undefined ? undefined : `${part} ${listId}`

/** Whether the list is the whole library or trash, whose totals are stored. */
const isWhole = ({ search, conditions }: LibraryFilter): boolean =>
  search.trim() === '' && conditions.length === 0

/** Whether `readUnfilteredPage` can read the page, at a cost that doesn't depend on the size of the library. */
const isUnfilteredPage = ({ filter, sort }: PageRequest): boolean => isWhole(filter) && sort.by === 'date'

/** Reads a page of the whole library or trash, sorted by date, with one statement. */
function readUnfilteredPage(database: Database, request: PageRequest): PageRows {
  const { filter, sort, before, after, limit } = request
  const isTrash = filter.trash ? 1 : 0
  const whereListed = `a.role = 'result' AND a.trashed_at IS ${filter.trash ? 'NOT ' : ''}NULL`
  // Rows are read away from the cursor, so a page before it is read in the reverse of the list's order.
  const isDescending = sort.descending !== isBackward(request)
  const cursorText = isBackward(request) ? (after ?? null) : before
  const outermost = isDescending ? Number.MAX_SAFE_INTEGER : 0
  const cursor = cursorText === null ? null : parseCursor(cursorText)
  const orderBy = (table: string, isDown: boolean): string =>
    ['created_at', 'seq'].map((column) => `${table}.${column} ${isDown ? 'DESC' : 'ASC'}`).join(', ')
  // The totals are the left side of the join, so that an empty page still has them.
  const rows = database.all(
    `SELECT t.assets AS total_assets, t.bytes AS total_bytes,
       (SELECT a.seq FROM assets a WHERE ${whereListed} ORDER BY ${orderBy('a', sort.descending)} LIMIT 1) AS first_seq, p.*
     FROM asset_totals t LEFT JOIN (SELECT ${TILE_COLUMNS} FROM assets a ${TILE_JOINS} WHERE ${whereListed}
         AND (a.created_at, a.seq) ${isDescending ? '<' : '>'} (?, ?)
       ORDER BY ${orderBy('a', isDescending)} LIMIT ?) p
     WHERE t.trashed = ? ORDER BY ${orderBy('p', isDescending)}`,
    cursor?.value ?? outermost,
    cursor?.seq ?? outermost,
    limit + 1,
    isTrash,
  )
  const [first] = rows
  const found = rows.filter(({ id }) => id !== null)
  const hasMore = found.length > limit
  const shown = found.slice(0, limit)
  return {
    rows: isBackward(request) ? shown.toReversed() : shown,
    hasPrevious: isBackward(request)
      ? hasMore
      : first?.['first_seq'] !== null && shown[0]?.['seq'] !== first?.['first_seq'],
    hasNext: isBackward(request) || hasMore,
    totals: { total: Number(first?.['total_assets']), bytes: Number(first?.['total_bytes']) },
  }
}
