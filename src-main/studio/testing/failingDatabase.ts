import { Database } from '../storage/database/Database.ts'

/** A database in memory in which every statement that matches `fails` throws, as on a failing disk. */
export class FailingDatabase extends Database {
  fails: ((sql: string) => boolean) | null = null

  constructor() {
    super(':memory:')
  }

  override run(...parameters: Parameters<Database['run']>): number {
    if (this.fails?.(parameters[0])) throw Object.assign(new Error('disk I/O error'), { errcode: 10 })
    return super.run(...parameters)
  }
}
