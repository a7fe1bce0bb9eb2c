import type { Database, Row } from '../../storage/database/Database.ts'
import { MAX_TEXT_LENGTH, normalizeText } from './textKey.ts'

/** How the text of a result is found. */
export interface TextSource {
  /** The field with the text of each operation that has one, such as the prompt. */
  fields: Record<string, string>
  /** Longer texts are cut off (UTF-8); undefined without a limit. */
  maxBytes?: number | undefined
}

/** A result with the text that stands for its meaning. */
interface ResultText {
  seq: number
  text: string
}

const SELECT_TEXTS = `SELECT a.seq, j.operation, j.form_values, substr(t.words, 1, ${MAX_TEXT_LENGTH}) AS words
  FROM json_each(?) i CROSS JOIN assets a ON a.seq = i.value
    LEFT JOIN jobs j ON j.id = a.job_id LEFT JOIN asset_texts t ON t.asset_id = a.id
  WHERE a.kind <> 'embedding'`

/** The texts of results by sequence number, in that order. Those without a text, and embeddings, are left out. */
export const readResultTexts = (
  database: Database,
  seqs: readonly number[],
  source: TextSource,
): ResultText[] =>
  database.all(SELECT_TEXTS, JSON.stringify(seqs)).flatMap((row) => {
    const text = textOf(row, source)
    return text === '' ? [] : [{ seq: Number(row['seq']), text }]
  })

/** The text of one result; empty if it has none. */
export function readTextOf(database: Database, id: string, source: TextSource): string {
  const seq = database.get('SELECT seq FROM assets WHERE id = ?', id)?.['seq']
  return readResultTexts(database, [Number(seq ?? 0)], source)[0]?.text ?? ''
}

/** The current text of a text result; otherwise what it was made from. */
function textOf({ words, operation, form_values: values }: Row, { fields, maxBytes }: TextSource): string {
  if (typeof words === 'string' && words.trim() !== '') return normalizeText(words, maxBytes)
  const field = fields[String(operation)]
  const [text = ''] = field === undefined ? [] : readFormTexts(values, field)
  return normalizeText(text, maxBytes)
}

/** The text or texts of a field in the saved values of a form; none if they can't be read. */
export function readFormTexts(values: Row[string] | undefined, field: string): string[] {
  try {
    const parsed: unknown = JSON.parse(String(values))
    const value: unknown = typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, field) : null
    return (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string')
  } catch {
    return []
  }
}
