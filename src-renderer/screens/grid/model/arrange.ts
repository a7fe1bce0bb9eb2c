import type { Grid, GridJob } from '../../../../src-preload/contract/types/grid.ts'
import { axisName, valueText, shortenHeadings } from './axisText.ts'

/** Index of the axis in each role; null for none. */
export interface Arrangement {
  columns: number | null
  rows: number | null
  pages: number | null
}

export interface Headings {
  /** Empty without such an axis. */
  name: string
  /** One empty heading without such an axis. */
  values: readonly string[]
  /** The values, shortened but distinguishable. */
  shortValues: readonly string[]
}

export interface GridSheet {
  columns: Headings
  rows: Headings
  pages: Headings
  /** The jobs of a cell in order of creation. */
  jobsAt: (column: number, row: number, page: number) => readonly GridJob[]
}

/** The first axis across, the second down, the third as pages. */
export const defaultArrangement = ({ axes }: Pick<Grid, 'axes'>): Arrangement => ({
  columns: axes.length > 0 ? 0 : null,
  rows: axes.length > 1 ? 1 : null,
  pages: axes.length > 2 ? 2 : null,
})

export const swapColumnsAndRows = ({ columns, rows, pages }: Arrangement): Arrangement => ({
  columns: rows,
  rows: columns,
  pages,
})

/** Uses an axis as pages, swapping it with the current one. */
export function setPagesAxis(current: Arrangement, axis: number): Arrangement {
  if (current.pages === axis) return current
  return current.columns === axis
    ? { ...current, columns: current.pages, pages: axis }
    : { ...current, rows: current.pages, pages: axis }
}

const EMPTY: readonly GridJob[] = []

/** The jobs of a sweep as columns, rows and pages. */
export function arrange({ axes, jobs }: Pick<Grid, 'axes' | 'jobs'>, arrangement: Arrangement): GridSheet {
  const jobsByCell = new Map<string, GridJob[]>()
  for (const job of jobs) {
    const key = job.at.join(' ')
    const cell = jobsByCell.get(key)
    if (cell) cell.push(job)
    else jobsByCell.set(key, [job])
  }
  const headings = (index: number | null): Headings => {
    const axis = index === null ? undefined : axes[index]
    if (!axis) return { name: '', values: [''], shortValues: [''] }
    const values = axis.values.map(valueText)
    return { name: axisName(axis), values, shortValues: shortenHeadings(values) }
  }
  return {
    columns: headings(arrangement.columns),
    rows: headings(arrangement.rows),
    pages: headings(arrangement.pages),
    jobsAt: (column, row, page) => {
      const valueIndexes = axes.map((_, axis) =>
        axis === arrangement.columns
          ? column
          : axis === arrangement.rows
            ? row
            : axis === arrangement.pages
              ? page
              : 0,
      )
      return jobsByCell.get(valueIndexes.join(' ')) ?? EMPTY
    },
  }
}

/** Position of a cell as text: "Steps 8 · Model Example One". */
export const positionText = (
  { columns, rows, pages }: GridSheet,
  [column, row, page]: readonly [number, number, number],
): string =>
  [[columns, column] as const, [rows, row] as const, [pages, page] as const]
    .filter(([{ name }]) => name !== '')
    .map(([{ name, values }, at]) => `${name} ${values[at] ?? ''}`)
    .join(' · ')
