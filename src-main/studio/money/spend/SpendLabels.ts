import type { SpendBy } from '../../../../src-preload/contract/types/spend.ts'
import type { Database } from '../../storage/database/Database.ts'

const NAME_SQL: Partial<Record<SpendBy, string>> = {
  model: `SELECT k.key, (SELECT model_name FROM jobs WHERE connection_id = k.value AND model_slug = k.key LIMIT 1) AS name
    FROM json_each(?) k`,
  collection: 'SELECT c.id AS key, c.name FROM json_each(?) k JOIN collections c ON c.id = k.key',
  connection: `SELECT k.key, coalesce((SELECT name FROM connections WHERE id = k.key),
    (SELECT connection_name FROM jobs WHERE connection_id = k.key LIMIT 1)) AS name FROM json_each(?) k`,
  batch: 'SELECT b.id AS key, b.name FROM json_each(?) k JOIN batches b ON b.id = k.key',
}

/** Display names of the groups in reports. */
export class SpendLabels {
  readonly #database: Database
  readonly #operationName: (id: string) => string

  constructor(database: Database, operationName: (id: string) => string) {
    this.#database = database
    this.#operationName = operationName
  }

  /** Names by key; unknown keys are left out. `connections`: by key, a connection of its jobs. */
  find(by: SpendBy, connections: ReadonlyMap<string, string>): Map<string, string> {
    if (by === 'task') return new Map([...connections.keys()].map((key) => [key, this.#operationName(key)]))
    const sql = NAME_SQL[by]
    if (sql === undefined) return new Map()
    const rows = this.#database.all(sql, JSON.stringify(Object.fromEntries(connections)))
    return new Map(
      rows.flatMap(({ key, name }) => (typeof name === 'string' ? [[String(key), name] as const] : [])),
    )
  }
}
