import type { Database } from '../storage/database/Database.ts'

/** Queries for tests of the query thread. */
export const testQueries = {
  count: (database: Database, { above }: { above: number }) =>
    Number(database.get('SELECT count(*) AS n FROM things WHERE n > ?', above)?.['n']),
  write: (database: Database, { n }: { n: number }) => database.run('INSERT INTO things VALUES (?)', n),
  *endless(database: Database): Generator<void, number> {
    for (;;) {
      if (database.get('SELECT 1 FROM things WHERE n = 0')) return 0
      yield
    }
  },
}
