import type {
  Period,
  SpendBy,
  SpendReport,
  SpendRow,
  SpendSums,
} from '../../../../src-preload/contract/types/spend.ts'
import type { Database } from '../../storage/database/Database.ts'
import type { Clock } from '../../world.ts'
import { addDays, DayFinder, dayStart, daysBetween, firstOfMonth, monthBefore, localDay } from './calendar.ts'
import { SpendCells, type Cell, type Span } from './SpendCells.ts'
import { QUARTER_HOUR_MS } from '../../storage/database/spendQuarters.ts'
import { addMoney } from './SpendSums.ts'

/** Rows of a report, enough for the days of a year; the others are counted. */
const MAX_ROWS = 366
/** The span of an open period, in quarters of an hour since the epoch. */
const ALL_QUARTERS = { from: 0, to: Number.MAX_SAFE_INTEGER / QUARTER_HOUR_MS }

interface Dependencies {
  database: Database
  clock: Pick<Clock, 'now'>
  operationName: (id: string) => string
  /** IANA name; default: that of the system. */
  timeZone?: string
}

/** Reports how much was reserved, completed, refunded, unconfirmed and uncertain in a period, grouped as the user chose. */
export class SpendReports {
  readonly #dependencies: Dependencies
  readonly #cells: SpendCells
  readonly #labels: SpendLabels

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#cells = new SpendCells(dependencies.database)
    this.#labels = new SpendLabels(dependencies.database, dependencies.operationName)
  }

  /** In slices, because an open period may be long. */
  *report({ period, by }: { period: Period; by: SpendBy }): Generator<void, SpendReport> {
    const { from, to, today } = this.days(period)
    const days = new DayFinder(from, to, this.#dependencies.timeZone)
    const totals = emptySums()
    const rows = new Map<string, SpendRow>()
    const byDay = new Map<string, { key: string; used: number }[]>()
    const connections = new Map<string, string>()
    for (const cell of yield* this.#cells.read({ days: days.starts, by })) {
      const day = days.find(cell.quarter)
      const key = by === 'day' ? day : cell.key
      const row = rows.get(key) ?? { key, label: null, ...emptySums() }
      rows.set(key, row)
      connections.set(key, cell.connectionId)
      addCell(totals, cell)
      addCell(row, cell)
      const series = by === 'day' ? cell.kind : key
      const used = by === 'day' ? cell.amount : usedByCell(cell)
      const point = byDay.get(day) ?? []
      byDay.set(day, point)
      point.push({ key: series, used })
    }
    const list = [...rows.values()].sort(by === 'day' ? newestFirst : mostExpensiveFirst)
    const labels = this.#labels.find(by, connections)
    for (const row of list) row.label = labels.get(row.key) ?? null
    return {
      from,
      to,
      today,
      by,
      totals,
      rows: list.slice(0, MAX_ROWS),
      more: Math.max(0, list.length - MAX_ROWS),
      plot: buildPlot({ by, days: daysBetween(from, to), byDay, rows: list }),
    }
  }

  /** One row of a report with its days and their first quarters; in slices. */
  *row({ period, by, key }: { period: Period; by: SpendBy; key: string }): Generator<void, SpendRowWithDays> {
    const { from, to } = this.days(by === 'day' ? { from: key, to: key } : period)
    const { starts: days } = new DayFinder(from, to, this.#dependencies.timeZone)
    const row: SpendRow = { key, label: null, ...emptySums() }
    const connections = new Map<string, string>()
    for (const cell of yield* this.#cells.read({ days, by, key: by === 'day' ? null : key })) {
      connections.set(key, cell.connectionId)
      addCell(row, cell)
    }
    return { from, to, days, row: { ...row, label: this.#labels.find(by, connections).get(key) ?? null } }
  }

  /** Quotes accepted today and this month. */
  summary(): { today: Total; month: Total } {
    return {
      today: this.#cells.accepted(this.days('today').span),
      month: this.#cells.accepted(this.days('month').span),
    }
  }

  /** The days of a period and their quarters; an open period spans all entries. */
  days(period: Period): { from: string; to: string; today: string; span: Span } {
    const { clock, timeZone } = this.#dependencies
    const today = localDay(clock.now(), timeZone)
    const requested = periodDays(period, today)
    const range = requested.from === null ? this.#cells.range() : null
    const dayOf = (quarter: number) => localDay(quarter * QUARTER_HOUR_MS, timeZone)
    const last = range ? dayOf(range.to) : today
    return {
      today,
      from: requested.from ?? (range ? dayOf(range.from) : today),
      to: requested.to ?? (last > today ? last : today),
      span: {
        from:
          requested.from === null ? ALL_QUARTERS.from : dayStart(requested.from, timeZone) / QUARTER_HOUR_MS,
        to:
          requested.to === null
            ? ALL_QUARTERS.to
            : dayStart(addDays(requested.to, 1), timeZone) / QUARTER_HOUR_MS,
      },
    }
  }
}

/** One row of a report with the days that it spans. */
export interface SpendRowWithDays {
  from: string
  to: string
  /** The first quarter of each of its days, and the quarter after the last day. */
  days: readonly number[]
  row: SpendRow
}

interface Total {
  jobs: number
  quoted: number
}

const UNUSED_KINDS: ReadonlySet<Cell['kind']> = new Set(['quoted', 'unconfirmed', 'refunded'])
const usedByCell = ({ kind, amount }: Cell): number => (UNUSED_KINDS.has(kind) ? 0 : amount)
const newestFirst = (a: SpendRow, b: SpendRow): number => (a.key < b.key ? 1 : -1)
const mostExpensiveFirst = (a: SpendRow, b: SpendRow): number =>
  usedOf(b) - usedOf(a) || (a.key < b.key ? -1 : 1)

/** The first and last day of a period; null for an open period. */
function periodDays(period: Period, today: string): { from: string | null; to: string | null } {
  switch (period) {
    case 'today':
      return { from: today, to: today }
    case 'week':
      return { from: addDays(today, -6), to: today }
    case 'month':
      return { from: firstOfMonth(today), to: today }
    case 'last_month':
      return { from: monthBefore(today), to: addDays(firstOfMonth(today), -1) }
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today }
    case 'all':
      return { from: null, to: null }
    default:
      return period
  }
}

/** Maximum number of series; more colours are hard to tell apart. */
const MAX_SERIES = 5
/** Longer periods are plotted by month. */
const MAX_DAILY_POINTS = 400
const PLOTTED_KINDS = ['completed', 'running', 'uncertain', 'quoted'] as const

interface PlotInput {
  by: SpendBy
  days: readonly string[]
  /** Amounts of each day by key, or by kind of sum where grouped by day. */
  byDay: ReadonlyMap<string, readonly { key: string; used: number }[]>
  /** Most expensive first. */
  rows: readonly SpendRow[]
}

/** The series and points of a stacked plot. */
function buildPlot({ by, days, byDay, rows }: PlotInput): SpendReport['plot'] {
  const used = rows.filter((row) => usedOf(row) > 0)
  const named: { key: string | null; label: string | null }[] =
    by === 'day'
      ? PLOTTED_KINDS.map((key) => ({ key, label: null }))
      : used.slice(0, MAX_SERIES).map(({ key, label }) => ({ key, label }))
  const series = by !== 'day' && used.length > MAX_SERIES ? [...named, { key: null, label: null }] : named
  const seriesIndexes = new Map(named.map(({ key }, index) => [key, index]))
  const unit = days.length > MAX_DAILY_POINTS ? 'month' : 'day'
  const points = new Map<string, number[]>()
  for (const day of days) {
    const point = unit === 'month' ? firstOfMonth(day) : day
    const amounts = points.get(point) ?? series.map(() => 0)
    points.set(point, amounts)
    for (const { key, used } of byDay.get(day) ?? []) {
      const index = seriesIndexes.get(key) ?? (by === 'day' ? -1 : named.length)
      if (amounts[index] !== undefined) amounts[index] = addMoney(amounts[index], used)
    }
  }
  return { unit, series, points: [...points].map(([day, amounts]) => ({ day, amounts })) }
}

const zero = () => ({ jobs: 0, amount: 0 })

export const emptySums = (): SpendSums => ({
  quoted: zero(),
  completed: zero(),
  running: zero(),
  uncertain: zero(),
  unconfirmed: zero(),
  refunded: zero(),
  starred: 0,
})

/** Adds a cell to the sums it belongs to. */
export function addCell(sums: SpendSums, { kind, jobs, amount }: Cell): void {
  if (kind === 'starred') sums.starred += jobs
  else {
    sums[kind].jobs += jobs
    sums[kind].amount = addMoney(sums[kind].amount, amount)
  }
}

/** Quotes of what was accepted or may have been. */
const usedOf = ({ completed, running, uncertain }: SpendSums): number =>
  completed.amount + running.amount + uncertain.amount

/** Reads names from a JSON object that maps the keys of groups to a connection of their jobs. */
const NAME_SQL: Partial<Record<SpendBy, string>> = {
  model: `SELECT groups.key, (SELECT model_name FROM jobs WHERE connection_id = groups.value AND model_slug = groups.key LIMIT 1) AS name
    FROM json_each(?) AS groups`,
  collection: `SELECT c.id AS key, coalesce(c.deleted_name, c.name) AS name FROM json_each(?) AS groups
    JOIN collections c ON c.id = groups.key`,
  connection: `SELECT groups.key, coalesce((SELECT name FROM connections WHERE id = groups.key),
    (SELECT connection_name FROM jobs WHERE connection_id = groups.key LIMIT 1)) AS name FROM json_each(?) AS groups`,
  batch:
    'SELECT batches.id AS key, batches.name FROM json_each(?) AS groups JOIN batches ON batches.id = groups.key',
}

/** Display names of the groups in reports. */
class SpendLabels {
  readonly #database: Database
  readonly #operationName: (id: string) => string

  constructor(database: Database, operationName: (id: string) => string) {
    this.#database = database
    this.#operationName = operationName
  }

  /** Names by key; unknown keys are left out. `connections`: by key, a connection of its jobs. */
  find(by: SpendBy, connections: ReadonlyMap<string, string>): Map<string, string> {
    if (by === 'task') return new Map([...connections.keys()].map((key) => [key, this.#operationName(key)]))
    const sql = NAME_SQL[by]
    if (sql === undefined) return new Map()
    const rows = this.#database.all(sql, JSON.stringify(Object.fromEntries(connections)))
    return new Map(
      rows.flatMap(({ key, name }) => (typeof name === 'string' ? [[String(key), name] as const] : [])),
    )
  }
}
