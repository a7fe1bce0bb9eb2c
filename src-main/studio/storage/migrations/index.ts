import { migration0001 } from './0001-first.ts'

export interface Migration {
  version: number
  sql: string
}

/** Every step ever shipped, oldest first; a shipped one is never edited. */
export const migrations: readonly Migration[] = [{ version: 1, sql: migration0001 }]
