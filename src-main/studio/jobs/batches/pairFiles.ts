import { batchErrors } from '../../../../src-preload/contract/errors.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { TABLE_ISSUE_FIELD, type Issue } from '../../../../src-preload/contract/types/issue.ts'
import { truncate } from '../../../../src-preload/shared/truncate.ts'
import type { Plan } from '../../../../src-preload/contract/types/batch.ts'
import type { Table } from './readTable.ts'

/** What a row is made from: a table row, a file, both, or neither. */
export interface Source {
  /** By column; empty without a table. */
  cells: Record<string, string>
  /** Asset id. */
  file: string | null
  /** What distinguishes the row, for display: the number of its table row, and the name of its file. */
  labels: Record<string, string>
  /** Why the table row can't be used as it is. */
  issues?: Issue[]
}

/**
 * Table rows with their files, paired by order or by the file name in a column (with or without extension). If `isCrossProduct`
 * holds, the rows have no files, so that the caller can count before multiplying.
 * @throws StudioError `pairs_uneven`, `pair_missing` or `column_missing`.
 */
export function pairFiles(table: Table | null, plan: Plan['files']): Source[] {
  const rows = table === null ? [EMPTY_SOURCE] : table.rows.map((row, n) => sourceOf(table, row, n))
  if (!plan || isCrossProduct(table !== null, plan)) return rows
  const { files, pair } = plan
  if (pair.by === 'row') {
    if (files.length !== rows.length)
      throw new StudioError({
        code: batchErrors.pairsUneven,
        money: 'none',
        params: { files: files.length, rows: rows.length },
      })
    return rows.map((row, n) => withFile(row, files[n]))
  }
  if (pair.by === 'each') return rows
  if (!table?.columns.includes(pair.column))
    throw new StudioError({ code: batchErrors.columnMissing, money: 'none', params: { column: pair.column } })
  const byName = new Map(
    files.flatMap((file) => [[stem(file.name), file] as const, [file.name.trim(), file] as const]),
  )
  return rows.map((row, n) => {
    const name = (row.cells[pair.column] ?? '').trim()
    const file = byName.get(name) ?? byName.get(stem(name))
    if (!file)
      throw new StudioError({ code: batchErrors.pairMissing, money: 'none', params: { name, line: n + 1 } })
    return withFile(row, file)
  })
}

const EMPTY_SOURCE: Source = { cells: {}, file: null, labels: {} }

/** Whether every row is combined with every file: by choice, or because there is no table to pair them with. */
export const isCrossProduct = (hasTable: boolean, { pair }: NonNullable<Plan['files']>): boolean =>
  !hasTable || pair.by === 'each'

function sourceOf({ columns, surplus }: Table, row: string[], n: number): Source {
  const others = surplus.get(n)
  return {
    cells: Object.fromEntries(columns.map((column, at) => [column, row[at] ?? ''])),
    file: null,
    labels: { row: String(n + 1) },
    ...(others && { issues: [surplusIssue(others)] }),
  }
}

/** Characters of the surplus cells that the issue shows. */
const SHOWN_LENGTH = 80

const surplusIssue = (cells: readonly string[]): Issue => ({
  field: TABLE_ISSUE_FIELD,
  code: 'surplus_cells',
  params: { count: cells.length, text: truncate(cells.join(' · '), SHOWN_LENGTH) },
})

/** A row with its file. */
export const withFile = (row: Source, file: { name: string; id: string } | undefined): Source =>
  file ? { ...row, file: file.id, labels: { ...row.labels, file: file.name } } : row

const stem = (name: string): string => name.trim().replace(/\.[^.]+$/u, '')
