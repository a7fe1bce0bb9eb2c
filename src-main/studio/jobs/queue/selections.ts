import type { RouteInput, RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { SelectionSummary } from '../../../../src-preload/contract/types/queue.ts'
import { addMoney, cappedSumSql } from '../../money/spend/SpendSums.ts'
import type { Database } from '../../storage/database/Database.ts'
import { NOT_REPLACED } from '../store/jobStates.ts'

type Ids = RouteInput<'queue.selection'>

/** SQL condition: the pending step of the job can be run immediately, which may end its wait. */
const CAN_TRY_AGAIN = `(state IN ('vanished', 'unsaved') OR (state IN ('queued', 'running', 'saving') AND problem IS NOT NULL))`

/** Numbers and prices of the selected jobs. */
export function readSelection(database: Database, { ids }: Ids): SelectionSummary {
  const rows = database.all(
    `SELECT state, count(*) AS jobs, ${cappedSumSql('price')} AS quoted, sum(${CAN_TRY_AGAIN}) AS waiting FROM jobs
       WHERE id IN (SELECT value FROM json_each(?)) AND ${NOT_REPLACED} GROUP BY state`,
    JSON.stringify(ids),
  )
  const sumOf = (...states: string[]) => {
    const counted = states.length === 0 ? rows : rows.filter(({ state }) => states.includes(String(state)))
    return {
      jobs: counted.reduce((sum, { jobs }) => sum + Number(jobs), 0),
      quoted: counted.reduce((sum, { quoted }) => addMoney(sum, Number(quoted)), 0),
    }
  }
  return {
    ...sumOf(),
    unsent: sumOf('queued'),
    waiting: rows.reduce((sum, { waiting }) => sum + Number(waiting), 0),
    failed: sumOf('failed', 'rejected').jobs,
    saved: sumOf('saved').jobs,
  }
}

/** The results of the selected jobs, without those in the trash, oldest first. */
export function readResults(database: Database, { ids }: Ids): RouteOutput<'queue.results'> {
  const rows = database.all(
    `SELECT id FROM assets WHERE job_id IN (SELECT value FROM json_each(?)) AND role = 'result' AND trashed_at IS NULL
       ORDER BY seq`,
    JSON.stringify(ids),
  )
  return { assets: rows.map(({ id }) => String(id)) }
}

/** Ids of the selected jobs whose pending step can be run immediately. */
export const listTryable = (database: Database, { ids }: Ids): string[] =>
  database
    .all(
      `SELECT id FROM jobs WHERE id IN (SELECT value FROM json_each(?)) AND ${CAN_TRY_AGAIN} ORDER BY seq`,
      JSON.stringify(ids),
    )
    .map(({ id }) => String(id))
