import type { Database } from '../storage/database/Database.ts'

const count = (database: Database, { above }: { above: number }): number =>
  Number(database.get('SELECT count(*) AS n FROM things WHERE n > ?', above)?.['n'])

/** Queries for tests of the query thread. */
export const testQueries = {
  count,
  /** The same in the background. */
  countLater: count,
  write: (database: Database, { n }: { n: number }) => database.run('INSERT INTO things VALUES (?)', n),
  *endless(database: Database): Generator<void, number> {
    for (;;) {
      if (database.get('SELECT 1 FROM things WHERE n = 0')) return 0
      yield
    }
  },
}
