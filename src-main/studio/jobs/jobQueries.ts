import type { Database } from '../storage/database/Database.ts'
import { BatchTable } from './batches/BatchTable.ts'
import { promptQueries } from './drafts/PromptHistory.ts'
import { readActiveWork } from './progress/WorkTable.ts'
import { readAwaySummary } from './queue/LastSeen.ts'
import { queueQueries } from './queue/Queue.ts'

/** Queries about jobs that run in the query thread, because their cost grows with the history or the queue. */
export const jobQueries = {
  ...queueQueries,
  ...promptQueries,
  'queue.away_summary': readAwaySummary,
  'progress.active_work': readActiveWork,
  'batches.list': (database: Database) => new BatchTable(database).list(),
}
