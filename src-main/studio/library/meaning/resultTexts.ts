import { toOneLine } from '../cutText.ts'
import { hash } from 'node:crypto'
import type { Database, Row } from '../../storage/database/Database.ts'

/** Only this many characters of a text are embedded and compared. */
export const MAX_TEXT_LENGTH = 8000

/**
 * A text as it is embedded: on one line, and cut off after `MAX_TEXT_LENGTH` characters and `maxBytes` bytes (UTF-8).
 * Normalizing the result again doesn't change it, because its key is computed from the text that was sent.
 */
export function normalizeText(text: string, maxBytes = Infinity): string {
  const line = toOneLine(text).slice(0, MAX_TEXT_LENGTH).trimEnd().toWellFormed()
  if (Buffer.byteLength(line) <= maxBytes) return line
  return line.slice(0, new TextEncoder().encodeInto(line, new Uint8Array(maxBytes)).read).trimEnd()
}

const BYTES = 6
/** The bits of one more byte that still fit into an exact integer. */
const MORE_BITS = 5

/** A 53-bit hash of a normalized text. Two of a million texts have the same one with a probability of 0.006%. */
export function textKey(text: string): number {
  const digest = hash('sha256', text, 'buffer')
  return digest.readUIntBE(0, BYTES) * 2 ** MORE_BITS + (digest.readUInt8(BYTES) % 2 ** MORE_BITS)
}

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
