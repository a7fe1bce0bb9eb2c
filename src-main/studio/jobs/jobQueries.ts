import type { Database } from '../storage/database/Database.ts'
import { BatchTable } from './batches/BatchTable.ts'
import { readWorkToCome } from './progress/readWorkToCome.ts'
import { readAway } from './queue/AwaySummary.ts'
import { queueQueries } from './queue/Queue.ts'

/** Queries about jobs that run in the query thread, because their cost grows with the history or the queue. */
export const jobQueries = {
  ...queueQueries,
  'queue.away': readAway,
  'work.toCome': readWorkToCome,
  'batches.list': (database: Database) => new BatchTable(database).list(),
}
