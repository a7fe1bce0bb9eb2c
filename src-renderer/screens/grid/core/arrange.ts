import type { Grid, GridJob } from '../../../../src-preload/contract/types/grid.ts'
import { t } from '../../../i18n/t.ts'

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

/** Identifies the cell of a job. */
export const cellKey = ({ coordinates }: Pick<GridJob, 'coordinates'>): string => coordinates.join(' ')

const NO_JOBS: readonly GridJob[] = []

/** The jobs of a grid as columns, rows and pages. */
export function arrange({ axes, jobs }: Pick<Grid, 'axes' | 'jobs'>, arrangement: Arrangement): GridSheet {
  const jobsByCell = Map.groupBy(jobs, cellKey)
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
      const coordinates = axes.map((_, axis) =>
        axis === arrangement.columns
          ? column
          : axis === arrangement.rows
            ? row
            : axis === arrangement.pages
              ? page
              : 0,
      )
      return jobsByCell.get(cellKey({ coordinates })) ?? NO_JOBS
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
    .map(([{ name, values }, index]) => `${name} ${values[index] ?? ''}`)
    .join(' · ')

type Axis = Grid['axes'][number]
type Value = Axis['values'][number]

export const axisName = ({ field, label }: Pick<Axis, 'field' | 'label'>): string =>
  label ?? (field === 'model' ? t('grid.model') : field)

/** A value as a heading: its label, otherwise the value as text. */
export function valueText({ value, label }: Value): string {
  if (label !== null) return label
  if (typeof value === 'boolean') return t(value ? 'grid.on' : 'grid.off')
  if (typeof value === 'object' && value !== null) return Object.values(value).map(String).join(' × ')
  return String(value)
}

/** Headings up to this length stay as they are, in characters. */
const MAX_FULL_LENGTH = 40
/** Maximum length of the kept common prefix. */
const MAX_PREFIX_LENGTH = 16

/**
 * Shortens long headings with a common prefix to what distinguishes them: "An oil painting … at night". Others are
 * unchanged.
 */
export function shortenHeadings(values: readonly string[]): string[] {
  const sorted = values.map((value, index) => ({ value, index })).sort((a, b) => (a.value < b.value ? -1 : 1))
  const shortened = [...values]
  for (const [rank, { value, index }] of sorted.entries()) {
    if (value.length <= MAX_FULL_LENGTH) continue
    const commonLength = Math.max(
      commonPrefixLength(value, sorted[rank - 1]?.value ?? ''),
      commonPrefixLength(value, sorted[rank + 1]?.value ?? ''),
    )
    // A text that is identical to another, or the beginning of another, has no part of its own to show.
    if (commonLength === value.length) continue
    const from = wordStart(value, commonLength)
    const beginning = value.slice(0, wordStart(value, MAX_PREFIX_LENGTH)).trimEnd()
    if (from > beginning.length + MAX_PREFIX_LENGTH) shortened[index] = `${beginning} … ${value.slice(from)}`
  }
  return shortened
}

function commonPrefixLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length++
  return length
}

/** Start of the word that contains a character; in text without spaces, the character itself. */
function wordStart(value: string, characterIndex: number): number {
  const space = value.lastIndexOf(' ', characterIndex - 1)
  const found = characterIndex - space > MAX_PREFIX_LENGTH * 2 ? characterIndex : space + 1
  // Doesn't split a surrogate pair.
  const code = value.charCodeAt(found)
  return code >= 0xdc00 && code <= 0xdfff ? found - 1 : found
}
