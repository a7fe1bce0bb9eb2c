import { parse } from 'csv-parse/sync'
import { batchErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { PreviewWarning } from '../../../../src-preload/contract/types/batch.ts'
import type { Field, Values } from '../../../../src-preload/contract/types/form.ts'
import { readInteger, readNumber } from '../../../../src-preload/shared/numbers/readNumber.ts'
import { readSize } from '../../../../src-preload/shared/numbers/readSize.ts'

/** A parsed table. Every row has as many cells as there are columns. */
export interface Table {
  columns: string[]
  rows: string[][]
  warnings: PreviewWarning[]
}

const MAX_COLUMNS = 10_000
/** Maximum length of the parser's message in an error. */
const MAX_CAUSE_LENGTH = 200
/**
 * Includes the cells that pad short rows: with a long header, many short rows make a table far larger than its file.
 */
const MAX_CELLS = 5_000_000

/** `readTable` in a worker thread. */
export type TableReader = (given: { text: string; format: 'csv' | 'lines' }) => Promise<Table>

/** The name of the only column of a text with one value per line. */
export const LINE_COLUMN = 'line'

/**
 * Reads a CSV with a header (comma, semicolon or tab; quotes; byte order mark) or a text with one value per line. Short rows are
 * padded and surplus cells are dropped; both are reported in the warnings.
 * @throws StudioError `table_broken` with the line and the cause.
 */
export function readTable(text: string, format: 'csv' | 'lines'): Table {
  return format === 'lines' ? readLines(text) : readCsv(text)
}

/** Tasks that run in a worker, because they parse tables of any size. */
export const tableTasks = {
  readTable: ({ text, format }: { text: string; format: 'csv' | 'lines' }) => readTable(text, format),
}

function readLines(text: string): Table {
  const lines = text.replace(/^\uFEFF/u, '').split(/\r\n|\n|\r/u)
  const rows = lines.filter((line) => line.trim() !== '').map((line) => [line])
  return { columns: [LINE_COLUMN], rows, warnings: [] }
}

function readCsv(text: string): Table {
  const [header, ...rows] = cellsOf(text)
  if (!header) return { columns: [], rows: [], warnings: [] }
  const cells = header.length * rows.length
  if (header.length > MAX_COLUMNS || cells > MAX_CELLS)
    throw tableBroken(1, `${header.length} columns in ${rows.length} rows are too many`)
  const columns = uniqueNames(header)
  const uneven = rows.findIndex((row) => row.length !== columns.length)
  const warnings: PreviewWarning[] =
    uneven === -1
      ? []
      : [
          {
            code: 'table_uneven',
            params: { rows: rows.filter((row) => row.length !== columns.length).length, first: uneven + 1 },
          },
        ]
  return {
    columns,
    rows: rows.map((row) =>
      row.length === columns.length ? row : columns.map((_, index) => row[index] ?? ''),
    ),
    warnings,
  }
}

function cellsOf(text: string): string[][] {
  try {
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    })
  } catch (error) {
    const line = error instanceof Error && 'lines' in error ? Number(error.lines) : 1
    throw tableBroken(line, error instanceof Error ? error.message : String(error))
  }
}

const tableBroken = (line: number, problem: string): StudioError =>
  new StudioError({
    code: batchErrors.tableBroken,
    money: 'none',
    params: { line, problem: problem.slice(0, MAX_CAUSE_LENGTH) },
  })

/** The most frequent separator in the header, outside quotes. */
function delimiterOf(text: string): string {
  const header = (/^[^\r\n]*/u.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/gu, '')
  const counted = [',', ';', '\t'].map((separator) => ({ separator, count: header.split(separator).length }))
  return counted.reduce((best, one) => (one.count > best.count ? one : best)).separator
}

/** Trims the names of columns, names empty ones by their position, and numbers repeated ones. */
function uniqueNames(header: string[]): string[] {
  const names = new Set<string>()
  /** The number for the next column of a name. */
  const numbers = new Map<string, number>()
  for (const [index, cell] of header.entries()) {
    const name = cell.trim() || `column ${index + 1}`
    let number = numbers.get(name) ?? 2
    let uniqueName = name
    while (names.has(uniqueName)) uniqueName = `${name} ${number++}`
    numbers.set(name, number)
    names.add(uniqueName)
  }
  return [...names]
}

type Value = Values[string]

const TRUE = /^(true|yes|y|1|on|x)$/i
const FALSE = /^(false|no|n|0|off)$/i

/**
 * Parses a table cell as values of a field. `entry` is the entry of the form, such as `width` of a size. A cell that can't be read stays
 * text, so that the form check reports it.
 */
export function cellValue(field: Field, entry: string, cell: string): Values {
  const text = cell.trim()
  if (field.kind === 'text') return { [entry]: cell }
  if (field.kind === 'boolean') return { [entry]: TRUE.test(text) ? true : FALSE.test(text) ? false : text }
  if (field.kind === 'choice') return { [entry]: optionOf(field.options, text) }
  if (field.kind === 'size' && entry === 'size')
    return { ...(readSize(text) ?? { width: text, height: text }) }
  if (field.kind === 'seed') return { [entry]: readInteger(text) ?? text }
  if (field.kind === 'integer' || field.kind === 'number' || field.kind === 'size')
    return { [entry]: readNumber(text, { isInteger: field.kind !== 'number' }) ?? text }
  if (field.kind === 'file') return { [entry]: text === '' ? [] : text.split(';').map((part) => part.trim()) }
  return { [entry]: field.kind === 'loras' ? lorasOf(text) : text }
}

function optionOf(options: readonly { value: string | number; label: string }[], text: string): Value {
  const option =
    options.find(({ value }) => String(value) === text) ??
    options.find(({ label }) => label.toLowerCase() === text.toLowerCase())
  return option?.value ?? text
}

/** Parses `name:0.8; other`. */
const lorasOf = (text: string): Value =>
  text
    .split(/[;；؛]/u)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, name = '', weightText = ''] = /^(.*)[:：]([^:：]*)$/su.exec(part) ?? []
      const weight = readNumber(weightText)
      return weight === undefined ? { name: part, weight: 1 } : { name: name.trim(), weight }
    })
