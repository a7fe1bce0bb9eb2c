import { performance } from 'node:perf_hooks'
import type { Database } from '../storage/database/Database.ts'

const count = (database: Database, { above }: { above: number }): number =>
  Number(database.get('SELECT count(*) AS n FROM things WHERE n > ?', above)?.['n'])

/** Queries for tests of the query thread. */
export const testQueries = {
  count,
  /** Like `count`, but run in the background. */
  countLater: count,
  write: (database: Database, { n }: { n: number }) => database.run('INSERT INTO things VALUES (?)', n),
  *endless(database: Database): Generator<void, number> {
    for (;;) {
      if (database.get('SELECT 1 FROM things WHERE n = 0')) return 0
      yield
    }
  },
  /** A query of idle priority: computes for 100 ms in slices. Returns the event loop utilization of the thread during that time. */
  *measureIdleQuery(): Generator<void, number> {
    const start = performance.eventLoopUtilization()
    for (let slice = 0; slice < 20; slice++) {
      const end = performance.now() + 5
      while (performance.now() < end);
      yield
    }
    return performance.eventLoopUtilization(start).utilization
  },
}
