import type { Grid, GridJob } from '../../../../src-preload/contract/types/grid.ts'
import { axisName, valueText } from './axisText.ts'
import { shortText } from './shortText.ts'

/** Which axis goes where, by index; null: none. */
export interface Arrangement {
  columns: number | null
  rows: number | null
  pages: number | null
}

export interface Headings {
  /** Empty where there is no such axis. */
  name: string
  /** One empty heading where there is no such axis. */
  values: readonly string[]
  /** The same as small as they can be told apart. */
  short: readonly string[]
}

export interface GridSheet {
  columns: Headings
  rows: Headings
  pages: Headings
  /** The jobs of a cell in the order they were made. */
  at: (column: number, row: number, page: number) => readonly GridJob[]
}

/** The first axis across, the second down, the third as pages. */
export const firstArrangement = ({ axes }: Pick<Grid, 'axes'>): Arrangement => ({
  columns: axes.length > 0 ? 0 : null,
  rows: axes.length > 1 ? 1 : null,
  pages: axes.length > 2 ? 2 : null,
})

export const swapped = ({ columns, rows, pages }: Arrangement): Arrangement => ({
  columns: rows,
  rows: columns,
  pages,
})

/** Axis `axis` as pages; the one that was takes its place. */
export function withPages(now: Arrangement, axis: number): Arrangement {
  if (now.pages === axis) return now
  return now.columns === axis
    ? { ...now, columns: now.pages, pages: axis }
    : { ...now, rows: now.pages, pages: axis }
}

const EMPTY: readonly GridJob[] = []

/** The jobs of a sweep as columns, rows and pages. */
export function arrange({ axes, jobs }: Pick<Grid, 'axes' | 'jobs'>, arrangement: Arrangement): GridSheet {
  const positions = new Map<string, GridJob[]>()
  for (const job of jobs) {
    const key = job.at.join(' ')
    const cell = positions.get(key)
    if (cell) cell.push(job)
    else positions.set(key, [job])
  }
  const headings = (index: number | null): Headings => {
    const axis = index === null ? undefined : axes[index]
    if (!axis) return { name: '', values: [''], short: [''] }
    const values = axis.values.map(valueText)
    return { name: axisName(axis), values, short: shortText(values) }
  }
  return {
    columns: headings(arrangement.columns),
    rows: headings(arrangement.rows),
    pages: headings(arrangement.pages),
    at: (column, row, page) => {
      const at = axes.map((_, axis) =>
        axis === arrangement.columns
          ? column
          : axis === arrangement.rows
            ? row
            : axis === arrangement.pages
              ? page
              : 0,
      )
      return positions.get(at.join(' ')) ?? EMPTY
    },
  }
}

/** "Steps 8 · Model Example One": where a cell stands. */
export const placeText = (
  { columns, rows, pages }: GridSheet,
  [column, row, page]: readonly [number, number, number],
): string =>
  [[columns, column] as const, [rows, row] as const, [pages, page] as const]
    .filter(([{ name }]) => name !== '')
    .map(([{ name, values }, at]) => `${name} ${values[at] ?? ''}`)
    .join(' · ')
