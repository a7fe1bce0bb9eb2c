import { Database } from '../storage/Database.ts'

/** A database in memory in which every statement that `fails` names throws, as on a failing disk. */
export class FailingDatabase extends Database {
  fails: ((sql: string) => boolean) | null = null

  constructor() {
    super(':memory:')
  }

  override run(...given: Parameters<Database['run']>): number {
    if (this.fails?.(given[0])) throw Object.assign(new Error('disk I/O error'), { errcode: 10 })
    return super.run(...given)
  }
}
