import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import { assetCoverSchema } from '../../../../src-preload/contract/types/collection.ts'
import type { LibraryFilter } from '../../../../src-preload/contract/types/filter.ts'
import { COUNT_LIMIT } from '../../../../src-preload/constraints/limits.ts'
import type { Database } from '../../storage/database/Database.ts'
import { hasUnknownCollection, prepareFilter } from './columns/prepareFilter.ts'
import { ResultList, resultIndexOf } from './columns/ResultIndex.ts'

type Summary = RouteOutput<'searches.summaries'>['summaries'][number]

/** The number of results of each filter, and its newest result as the cover. A filter by a deleted collection has no results. */
export function* summarizeSearches(
  database: Database,
  { searches }: Pick<RouteInput<'searches.summaries'>, 'searches'>,
): Generator<void, RouteOutput<'searches.summaries'>> {
  const found: { id: string; count: number; seq: number | undefined }[] = []
  for (const { id, filter } of searches) {
    const { count, seq } = yield* countFirst(database, filter)
    found.push({ id, count, seq })
  }
  const covers = readCovers(
    database,
    found.flatMap(({ seq }) => seq ?? []),
  )
  return {
    summaries: found.map(({ id, count, seq }) => ({
      id,
      count,
      cover: (seq === undefined ? undefined : covers.get(seq)) ?? null,
    })),
  }
}

/** Counts results up to the limit. The list isn't kept, so that those on screen are. */
function* countFirst(
  database: Database,
  filter: LibraryFilter,
): Generator<void, { count: number; seq: number | undefined }> {
  const index = resultIndexOf(database)
  yield* index.refresh()
  const { columns } = index
  if (hasUnknownCollection(columns, filter)) return { count: 0, seq: undefined }
  const list = new ResultList(columns, prepareFilter(database, columns, filter))
  while (!list.isComplete && list.length < COUNT_LIMIT) {
    // Before, because other queries may move rows meanwhile.
    yield
    list.extend()
  }
  const [newest] = list.rows
  return {
    count: Math.min(list.length, COUNT_LIMIT),
    seq: newest === undefined ? undefined : columns.seq[newest],
  }
}

function readCovers(database: Database, seqs: readonly number[]): Map<number, Summary['cover']> {
  const rows = database.all(
    `SELECT a.seq, a.id, a.kind, a.mime, a.width, a.height, a.has_thumb FROM json_each(?) i CROSS JOIN assets a ON a.seq = i.value`,
    JSON.stringify(seqs),
  )
  return new Map(
    rows.map(({ seq, has_thumb: hasThumb, ...row }) => [
      Number(seq),
      assetCoverSchema.parse({ ...row, hasThumb: hasThumb === 1 }),
    ]),
  )
}
