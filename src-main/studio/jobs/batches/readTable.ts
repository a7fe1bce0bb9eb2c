import { CsvError, parse } from 'csv-parse/sync'
import { batchErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import type { PreviewWarning } from '../../../../src-preload/contract/types/batch.ts'

/** A parsed table. Every row has as many cells as there are columns. */
export interface Table {
  columns: string[]
  rows: string[][]
  /** The cells of a row beyond the columns, by its index. Their text would be lost, so the row can't run. */
  surplus: ReadonlyMap<number, string[]>
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
 * Reads a CSV with a header (comma, semicolon, tab or bar; quotes; byte order mark; `sep=;`) or a text with one value per line. Short rows
 * are padded, which the warnings say; surplus cells are kept apart.
 * @throws StudioError `table_broken` with the line and the cause.
 */
export function readTable(text: string, format: 'csv' | 'lines'): Table {
  // Zero bytes are no text, and no service accepts them.
  const clean = text.replace(/^\uFEFF/u, '').replaceAll('\0', '')
  return format === 'lines' ? readLines(clean) : readCsv(clean)
}

/** Tasks that run in a worker, because they parse tables of any size. */
export const tableTasks = {
  readTable: ({ text, format }: { text: string; format: 'csv' | 'lines' }) => readTable(text, format),
}

function readLines(text: string): Table {
  const lines = text.split(LINE_END)
  const rows = lines.filter((line) => line.trim() !== '').map((line) => [line])
  return { columns: [LINE_COLUMN], rows, surplus: new Map(), warnings: [] }
}

function readCsv(text: string): Table {
  const [header, ...rows] = cellsOf(text)
  if (!header) return { columns: [], rows: [], surplus: new Map(), warnings: [] }
  const cells = header.length * rows.length
  if (header.length > MAX_COLUMNS || cells > MAX_CELLS)
    throw tableBroken(1, `${header.length} columns in ${rows.length} rows are too many`)
  const columns = uniqueNames(header)
  const surplus = new Map(
    rows.flatMap((row, index) => {
      const others = row.slice(columns.length).filter((cell) => cell.trim() !== '')
      return others.length > 0 ? [[index, others] as const] : []
    }),
  )
  const uneven = rows.flatMap((row, index) =>
    row.length < columns.length || surplus.has(index) ? [index] : [],
  )
  const [first] = uneven
  const warnings: PreviewWarning[] =
    first === undefined ? [] : [{ code: 'table_uneven', params: { rows: uneven.length, first: first + 1 } }]
  return {
    columns,
    rows: rows.map((row) =>
      row.length === columns.length ? row : columns.map((_, index) => row[index] ?? ''),
    ),
    surplus,
    warnings,
  }
}

const LINE_END = /\r\n|\n|\r/u
/** Line ends of any system, also mixed in one file. */
const LINE_ENDS = ['\r\n', '\n', '\r']

function cellsOf(text: string): string[][] {
  const { delimiter, content } = findDelimiter(text)
  const parseCells = (trim: boolean): string[][] =>
    parse(content, {
      delimiter,
      record_delimiter: LINE_ENDS,
      relax_column_count: true,
      relax_quotes: true,
      trim,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    })
  try {
    try {
      // Spaces between a quote and the next separator aren't part of a cell.
      return parseCells(true)
    } catch (error) {
      // A text that begins with a quoted word, as it is.
      if (error instanceof CsvError && error.code === 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE')
        return parseCells(false)
      throw error
    }
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

const DELIMITERS = [',', ';', '\t', '|']
/** Separates the cells of a table with one column, whose texts may contain any separator. No text contains it. */
const NO_DELIMITER = '\u001F'
/** The first line that some spreadsheets write to name the separator, which isn't part of the table. */
const SEPARATOR_LINE = /^\s*"?sep=(.)"?[ \t]*(?:\r\n|\n|\r|$)/iu

/**
 * The separator of a table: the one it names, or the most frequent one in its header outside quotes. A header without any is one column,
 * whose rows are texts as they are.
 */
function findDelimiter(text: string): { delimiter: string; content: string } {
  const [line, named] = SEPARATOR_LINE.exec(text) ?? []
  if (line !== undefined && named !== undefined) return { delimiter: named, content: text.slice(line.length) }
  const header = firstLine(text).replaceAll(/"[^"]*"/gu, '')
  const counted = DELIMITERS.map((delimiter) => ({ delimiter, count: header.split(delimiter).length }))
  const best = counted.reduce((most, one) => (one.count > most.count ? one : most))
  return { delimiter: best.count > 1 ? best.delimiter : NO_DELIMITER, content: text }
}

/** The first line that isn't empty; a line end inside quotes doesn't end it. */
const firstLine = (text: string): string => /^(?:"[^"]*"|[^"\r\n])*/u.exec(text.trimStart())?.[0] ?? ''

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
