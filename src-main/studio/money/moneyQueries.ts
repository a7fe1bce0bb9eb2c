import type { RouteInput } from '../../../src-preload/contract/routes.ts'
import type { Database } from '../storage/database/Database.ts'
import { balanceQueries } from './balance/balanceQueries.ts'
import { exportPage, type ExportPlace } from './spend/exportPage.ts'
import { SpendJobs } from './spend/SpendJobs.ts'
import { SpendReports } from './spend/SpendReports.ts'

/** Input of reports that is not in the database. */
interface ReportInput {
  now: number
  /** Names of operations by their ids. */
  names: Record<string, string>
}

const nameIn =
  ({ names }: ReportInput) =>
  (id: string): string =>
    names[id] ?? id
const reportsOf = (database: Database, input: ReportInput) =>
  new SpendReports({ database, clock: { now: () => input.now }, operationName: nameIn(input) })

/** Queries about money that run in the query thread, because their cost grows with the history. */
export const moneyQueries = {
  ...balanceQueries,
  'spend.summary': (database: Database, input: ReportInput) => reportsOf(database, input).summary(),
  'spend.report': (database: Database, input: ReportInput & RouteInput<'spend.report'>) =>
    reportsOf(database, input).report(input),
  'spend.jobs': (database: Database, input: ReportInput & RouteInput<'spend.jobs'>) =>
    new SpendJobs({ database, reports: reportsOf(database, input), show: () => [] }).page(input),
  'spend.exportPage': (database: Database, { place, ...input }: ReportInput & { place: ExportPlace }) =>
    exportPage(database, place, { operationName: nameIn(input) }),
}
