import type { RouteInput } from '../../../../src-preload/contract/routes.ts'
import type { JobState } from '../../../../src-preload/contract/types/job.ts'
import type { QueueFilter } from '../../../../src-preload/contract/types/queue.ts'
import type { Database, Row } from '../../storage/database/Database.ts'
import { OPEN_STATES } from '../../../../src-preload/shared/jobStates.ts'
import { selectNewest, NOT_REPLACED } from '../store/JobRecord.ts'

/** The ids of a page, the cursor of the next one, and the total. */
export interface QueuePage {
  ids: string[]
  next: string | null
  total: number
}

/** Jobs counted per slice with an index of states, and jobs read per slice without one. Each slice takes a few milliseconds. */
const INDEXED_SLICE = 100_000
const ROW_SLICE = 20_000

/**
 * A page of the queue without jobs that a retry replaced: unsent jobs in the order of sending, then the rest, newest first. In
 * slices, because a search and a total grow with the history.
 */
export function* readQueuePage(
  database: Database,
  { filter, cursor, limit }: RouteInput<'queue.page'>,
): Generator<void, QueuePage> {
  const conditions = toConditions(filter)
  const [section, start, seq] = readCursor(cursor)
  const rows: Row[] = []
  let next: string | null = null
  if (section === 'unsent' && conditions.states.includes('queued')) {
    const [priority, rank] = start ?? [0, Number.NEGATIVE_INFINITY]
    rows.push(...unsentAfter(database, conditions, { priority, rank, seq: seq ?? 0, limit }))
    const last = rows.at(-1)
    if (last && rows.length === limit)
      next = ['unsent', last['priority'], last['rank'], last['seq']].map(String).join(' ')
  }
  if (next === null) {
    const before = section === 'rest' ? (seq ?? Number.MAX_SAFE_INTEGER) : Number.MAX_SAFE_INTEGER
    const left = limit - rows.length
    const rest = yield* restBefore(database, conditions, before, left)
    const last = rest.at(-1)
    rows.push(...rest)
    if (last && rest.length === left) next = `rest ${String(last['seq'])}`
  }
  yield
  return { ids: rows.map(({ id }) => String(id)), next, total: yield* totalOf(database, conditions) }
}

interface Conditions {
  states: readonly JobState[]
  batch: string | null | undefined
  /** Whether titles are searched. */
  isSearch: boolean
  /** SQL conditions besides the states. */
  extra: string
  values: string[]
}

function toConditions({ states, batch, search }: QueueFilter): Conditions {
  const text = search?.trim() ?? ''
  const filter = [
    ...(typeof batch === 'string' ? [{ sql: 'batch_id = ?', value: batch }] : []),
    ...(text === ''
      ? []
      : [{ sql: "title LIKE ? ESCAPE '\\'", value: `%${text.replaceAll(/[\\%_]/gu, '\\$&')}%` }]),
  ]
  const onlySingle = batch === null ? ' AND batch_id IS NULL' : ''
  return {
    states: states ?? OPEN_STATES,
    batch,
    isSearch: text !== '',
    extra: filter.map(({ sql }) => ` AND ${sql}`).join('') + onlySingle,
    values: filter.map(({ value }) => value),
  }
}

function unsentAfter(
  database: Database,
  { extra, values }: Conditions,
  { priority, rank, seq, limit }: { priority: number; rank: number; seq: number; limit: number },
): Row[] {
  const sql = `SELECT * FROM jobs INDEXED BY jobs_unsent WHERE state = 'queued' AND (priority, rank, seq) > (?, ?, ?)${extra}
    ORDER BY priority, rank, seq LIMIT ?`
  return database.all(sql, priority, rank, seq, ...values, limit)
}

function* restBefore(
  database: Database,
  { states, batch, extra, values, isSearch }: Conditions,
  before: number,
  limit: number,
): Generator<void, Row[]> {
  const others = states.filter((state) => state !== 'queued')
  const newest = (upper: number, after: number, left: number) =>
    selectNewest(database, others, { batch, conditions: extra, values, before: upper, after, limit: left })
  // Index seeks, or the few jobs of a batch, are fast enough without slices.
  if (!isSearch || typeof batch === 'string') return newest(before, 0, limit)
  const rows: Row[] = []
  for (
    let upper = Math.min(before, lastSeq(database) + 1);
    upper > 0 && rows.length < limit;
    upper -= ROW_SLICE
  ) {
    rows.push(...newest(upper, Math.max(0, upper - ROW_SLICE), limit - rows.length))
    yield
  }
  return rows
}

function* totalOf(
  database: Database,
  { states, batch, extra, values, isSearch }: Conditions,
): Generator<void, number> {
  const [index, sliceSize] =
    typeof batch === 'string'
      ? ['INDEXED BY jobs_by_batch', Number.MAX_SAFE_INTEGER]
      : isSearch && states.includes('saved')
        ? ['NOT INDEXED', ROW_SLICE]
        : [`INDEXED BY ${batch === null ? 'jobs_alone_by_state' : 'jobs_by_state'}`, INDEXED_SLICE]
  const last = lastSeq(database)
  const list = states.map((state) => `'${state}'`).join(', ')
  let total = 0
  for (let from = 0; from <= last; from += sliceSize) {
    const row = database.get(
      `SELECT count(*) AS jobs FROM jobs ${index} WHERE state IN (${list}) AND seq > ? AND seq <= ?${extra} AND ${NOT_REPLACED}`,
      from,
      from + sliceSize,
      ...values,
    )
    total += Number(row?.['jobs'] ?? 0)
    yield
  }
  return total
}

const lastSeq = (database: Database): number =>
  Number(database.get('SELECT max(seq) AS seq FROM jobs')?.['seq'] ?? 0)

/** The section of the list, the priority and rank (unsent jobs only), and the `seq` of the job after which the page begins. */
function readCursor(cursor: string | null): ['unsent' | 'rest', [number, number] | null, number | null] {
  const [section, ...parts] = (cursor ?? 'unsent').split(' ')
  const numbers = parts.map(Number)
  if (section === 'rest') return ['rest', null, numbers[0] ?? null]
  const [priority, rank, seq] = numbers
  return ['unsent', priority === undefined || rank === undefined ? null : [priority, rank], seq ?? null]
}
