import { z } from 'zod'
import type { Database, Row } from '../../storage/database/Database.ts'

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  kind: z.enum(['remote', 'sandbox']),
})
export type StoredConnection = z.infer<typeof rowSchema>

/** The saved connections, oldest first. An unreadable row is kept in the table and not shown. */
export class ConnectionTable {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  all(): StoredConnection[] {
    const rows = this.#database.all('SELECT * FROM connections ORDER BY created_at, rowid')
    return rows.map(parseRow).filter((row) => row !== null)
  }

  find(id: string): StoredConnection | null {
    const row = this.#database.get('SELECT * FROM connections WHERE id = ?', id)
    return row ? parseRow(row) : null
  }

  insert(row: StoredConnection, now: number): void {
    const sql = 'INSERT INTO connections (id, name, address, kind, created_at) VALUES (?, ?, ?, ?, ?)'
    this.#database.run(sql, row.id, row.name, row.address, row.kind, now)
  }

  update(row: StoredConnection): void {
    this.#database.run(
      'UPDATE connections SET name = ?, address = ? WHERE id = ?',
      row.name,
      row.address,
      row.id,
    )
  }

  remove(id: string): void {
    this.#database.run('DELETE FROM connections WHERE id = ?', id)
  }
}

const parseRow = (row: Row): StoredConnection | null => rowSchema.safeParse(row).data ?? null
