import { type Transcript, transcriptSchema } from '../../../../src-preload/contract/types/text.ts'
import type { Database } from '../../storage/database/Database.ts'
import { jsonColumn } from '../../storage/database/parseRows.ts'

const editedSchema = jsonColumn(transcriptSchema)

/** The edited version of a text; null if there is none. */
export function readEdited(database: Pick<Database, 'get'>, id: string): Transcript | null {
  const row = database.get('SELECT edited FROM asset_texts WHERE asset_id = ?', id)
  return editedSchema.safeParse(row?.['edited']).data ?? null
}
