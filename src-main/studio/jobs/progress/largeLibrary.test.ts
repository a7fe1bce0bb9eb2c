import { expect, test } from 'vitest'
import { balanceQueries } from '../../money/balance/balanceQueries.ts'
import { BalanceTable } from '../../money/balance/BalanceTable.ts'
import { LastSeen, readAwaySummary } from '../queue/LastSeen.ts'
import { StudioEvents } from '../../events.ts'
import { Queue, queueQueries } from '../queue/Queue.ts'
import { queryInline } from '../../testing/queryInline.ts'
import { QueueOrder } from '../store/QueueOrder.ts'
import { Database } from '../../storage/database/Database.ts'
import { runQuery } from '../../storage/workers/QueryTable.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { readActiveWork, WorkTable } from './WorkTable.ts'
import { migratedContents } from '../../testing/migratedDatabase.ts'

/** Records the SQL of all reads. */
class RecordingDatabase extends Database {
  readonly statements = new Set<string>()

  override get(sql: string, ...values: Parameters<Database['get']> extends [string, ...infer V] ? V : never) {
    this.statements.add(sql)
    return super.get(sql, ...values)
  }

  override all(sql: string, ...values: Parameters<Database['all']> extends [string, ...infer V] ? V : never) {
    this.statements.add(sql)
    return super.all(sql, ...values)
  }
}

/** A library of saved results. */
function library() {
  const database = new RecordingDatabase(':memory:', { contents: migratedContents() })
  database.transaction(() => {
    for (let n = 0; n < 3000; n++)
      database.run(
        `INSERT INTO jobs (id, idempotency_key, connection_id, connection_name, operation, model_slug, model_name, title, form_values,
           request, state, price, created_at, sent_at, finished_at, rank)
           VALUES (?1, ?1, 'c', 'C', 'txt2img', 'm', 'M', 't', '{}', '{}', 'saved', 5, ?2, ?2, ?2, ?2)`,
        `job ${n}`,
        n,
      )
  })
  database.statements.clear()
  return database
}

test('queries during work read recent jobs only, never the whole history', async () => {
  const database = library()
  const clock = fakeClock()
  const queue = new Queue({
    database,
    order: new QueueOrder(database),
    store: { move: () => false },
    ledger: { recordAll: () => {} },
    query: queryInline(database, queueQueries),
    views: { viewByIds: () => [] },
    limits: { list: () => [] },
    disk: { problem: null },
    batches: { resumeAll: () => {} },
    events: new StudioEvents(),
    clock,
  })
  const lastSeen = new LastSeen({
    database,
    clock,
    read: async (bounds) => readAwaySummary(database, bounds),
  })
  lastSeen.markSeen()
  await lastSeen.summarize(undefined)
  await queue.summary()
  readActiveWork(database, clock.now())
  for (const batch of ['b', null])
    await queue.page({ filter: { batch, states: ['saved', 'queued'] }, cursor: null, limit: 100 })
  new WorkTable(database).countSince(clock.now())
  new WorkTable(database).activeJobs()
  new BalanceTable(database).add('c', { balance: 1, requestedAt: 1, receivedAt: 5000 })
  runQuery(balanceQueries, database, 'balance.spans', 'c')

  const plans = [...database.statements].map((sql) => {
    const values = Array.from({ length: new Set(sql.match(/\?\d?/gu)).size }, () => null)
    const steps = database.all(`EXPLAIN QUERY PLAN ${sql}`, ...values)
    return { sql, steps: steps.map(({ detail }) => String(detail)) }
  })
  expect(plans.length).toBeGreaterThan(10)
  // All jobs have the same state and connection, so an index of only these columns reads the whole history.
  const readsAll = /SCAN (jobs|j)\b(?!.*(jobs_to_come|jobs_not_fetched))|jobs_by_model \(connection_id=\?\)/
  const unbounded = plans.filter(
    ({ sql, steps }) =>
      steps.some((step) => readsAll.test(step)) ||
      (/finished_at >/.test(sql) && !steps.some((step) => /jobs_finished/.test(step))),
  )
  expect(unbounded).toEqual([])
  const paged = plans.filter(({ sql }) => sql.includes('batch_id = ?') && sql.includes('count(*)'))
  expect(paged.every(({ steps }) => steps.some((step) => step.includes('jobs_by_batch')))).toBe(true)
})
