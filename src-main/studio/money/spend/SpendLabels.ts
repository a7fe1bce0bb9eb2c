import type { SpendBy } from '../../../../src-preload/contract/types/spend.ts'
import type { Database } from '../../storage/database/Database.ts'

/** Reads names from a JSON object that maps the keys of groups to a connection of their jobs. */
const NAME_SQL: Partial<Record<SpendBy, string>> = {
  model: `SELECT groups.key, (SELECT model_name FROM jobs WHERE connection_id = groups.value AND model_slug = groups.key LIMIT 1) AS name
    FROM json_each(?) AS groups`,
  collection:
    'SELECT collections.id AS key, collections.name FROM json_each(?) AS groups JOIN collections ON collections.id = groups.key',
  connection: `SELECT groups.key, coalesce((SELECT name FROM connections WHERE id = groups.key),
    (SELECT connection_name FROM jobs WHERE connection_id = groups.key LIMIT 1)) AS name FROM json_each(?) AS groups`,
  batch:
    'SELECT batches.id AS key, batches.name FROM json_each(?) AS groups JOIN batches ON batches.id = groups.key',
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
