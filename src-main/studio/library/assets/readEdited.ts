import { type Transcript, transcriptSchema } from '../../../../src-preload/contract/types/text.ts'
import type { Database } from '../../storage/database/Database.ts'

/** The edited version of a text; null if there is none. */
export function readEdited(database: Pick<Database, 'get'>, id: string): Transcript | null {
  const stored = database.get('SELECT edited FROM asset_texts WHERE asset_id = ?', id)?.['edited']
  if (typeof stored !== 'string') return null
  try {
    return transcriptSchema.safeParse(JSON.parse(stored)).data ?? null
  } catch {
    return null
  }
}

/** The text of the edited version; null if there is none. */
export function readEditedText(database: Pick<Database, 'get'>, id: string): string | null {
  const text = database.get(
    `SELECT iif(json_valid(edited), edited ->> '$.text', NULL) AS text FROM asset_texts WHERE asset_id = ?`,
    id,
  )?.['text']
  return typeof text === 'string' ? text : null
}
