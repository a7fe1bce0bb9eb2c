import type { RouteInput } from '../../../src-preload/contract/routes.ts'
import { balanceQueries } from '../money/balance/balanceQueries.ts'
import { BatchTable } from '../jobs/batches/BatchTable.ts'
import { readUnused } from '../library/inputs/readUnused.ts'
import { readAway } from '../jobs/queue/AwaySummary.ts'
import { readQueuePage } from '../jobs/queue/readQueuePage.ts'
import { readQueueSums } from '../jobs/queue/readQueueSums.ts'
import { readLibraryPage } from '../library/search/readLibraryPage.ts'
import { exportPage, type ExportPlace } from '../money/spend/exportPage.ts'
import { SpendJobs } from '../money/spend/SpendJobs.ts'
import { SpendReports } from '../money/spend/SpendReports.ts'
import { embeddingMap, findNearest } from '../library/texts/embeddingSpace.ts'
import { readWorkToCome } from '../jobs/progress/readWorkToCome.ts'
import type { Database } from '../storage/Database.ts'

/** Input of reports that is not in the database. */
interface ReportContext {
  now: number
  /** Names of operations by their ids. */
  names: Record<string, string>
}

const nameIn =
  ({ names }: ReportContext) =>
  (id: string): string =>
    names[id] ?? id
const reportsOf = (database: Database, context: ReportContext) =>
  new SpendReports({ database, clock: { now: () => context.now }, operationName: nameIn(context) })

/** All queries that run in the query thread, because their cost grows with the history. */
export const queries = {
  'storage.check': (database: Database): string =>
    String(Object.values(database.get('PRAGMA quick_check(1)') ?? {})[0]),
  'queue.page': readQueuePage,
  'queue.sums': readQueueSums,
  'queue.away': readAway,
  'work.toCome': readWorkToCome,
  'batches.list': (database: Database) => new BatchTable(database).list(),
  ...balanceQueries,
  'inputs.unused': readUnused,
  'library.page': readLibraryPage,
  'library.neighbours': findNearest,
  'library.map': embeddingMap,
  'spend.summary': (database: Database, context: ReportContext) => reportsOf(database, context).summary(),
  'spend.report': (database: Database, input: ReportContext & RouteInput<'spend.report'>) =>
    reportsOf(database, input).report(input),
  'spend.jobs': (database: Database, input: ReportContext & RouteInput<'spend.jobs'>) =>
    new SpendJobs({ database, reports: reportsOf(database, input), show: () => [] }).page(input),
  'spend.exportPage': (database: Database, { place, ...context }: ReportContext & { place: ExportPlace }) =>
    exportPage(database, place, { operationName: nameIn(context) }),
}

export type Queries = typeof queries
