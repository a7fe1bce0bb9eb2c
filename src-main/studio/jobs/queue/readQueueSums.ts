import type { QueueSummary } from '../../../../src-preload/contract/types/queue.ts'
import { sumOf } from '../../money/moneySums.ts'
import type { Database } from '../../storage/Database.ts'

export type QueueSums = Pick<QueueSummary, 'unsent' | 'waiting' | 'running' | 'uncertain'>

/** Jobs that are open, with their quotes. */
export function readQueueSums(database: Database): QueueSums {
  // Names its index: where all jobs have one state, the statistics make SQLite avoid the indexes of states.
  const sum = (where: string, index = 'jobs_by_state') => {
    const row = database.get(
      `SELECT count(*) AS jobs, ${sumOf('price')} AS quoted FROM jobs INDEXED BY ${index} WHERE ${where}`,
    )
    return { jobs: Number(row?.['jobs'] ?? 0), quoted: Number(row?.['quoted'] ?? 0) }
  }
  return {
    unsent: sum("state = 'queued'"),
    waiting: sum(
      "state = 'queued' AND batch_id IN (SELECT id FROM batches WHERE state = 'waiting')",
      'jobs_by_batch',
    ),
    running: sum("state IN ('sending', 'running', 'saving')"),
    uncertain: sum("state = 'uncertain'"),
  }
}
