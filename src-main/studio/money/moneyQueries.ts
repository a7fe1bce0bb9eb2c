import type { RouteInput } from '../../../src-preload/contract/routes.ts'
import type { Database } from '../storage/database/Database.ts'
import { balanceQueries } from './balance/balanceQueries.ts'
import { readExportPage, type ExportCursor } from './spend/readExportPage.ts'
import { SpendJobs } from './spend/SpendJobs.ts'
import { SpendReports } from './spend/SpendReports.ts'

/** What reports need besides the database. */
interface ReportInput {
  /** Milliseconds since the epoch. */
  now: number
  /** By operation id. */
  operationNames: Record<string, string>
}

const operationNameIn =
  ({ operationNames }: ReportInput) =>
  (id: string): string =>
    operationNames[id] ?? id
const createReports = (database: Database, input: ReportInput) =>
  new SpendReports({ database, clock: { now: () => input.now }, operationName: operationNameIn(input) })

/** Queries about money that run in the query thread, because their cost grows with the history. */
export const moneyQueries = {
  ...balanceQueries,
  'spend.summary': (database: Database, input: ReportInput) => createReports(database, input).summary(),
  'spend.report': (database: Database, input: ReportInput & RouteInput<'spend.report'>) =>
    createReports(database, input).report(input),
  'spend.jobs': (database: Database, input: ReportInput & RouteInput<'spend.jobs'>) =>
    new SpendJobs({ database, reports: createReports(database, input) }).page(input),
  'spend.exportPage': (database: Database, { cursor, ...input }: ReportInput & { cursor: ExportCursor }) =>
    readExportPage(database, cursor, { operationName: operationNameIn(input) }),
}
