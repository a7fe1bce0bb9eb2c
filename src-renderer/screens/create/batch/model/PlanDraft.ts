import type { Plan } from '../../../../../src-preload/contract/types/batch.ts'
import type { Json } from './Json.ts'

/** One axis of a sweep as it is being entered: `text` for typed values, `picked` for those chosen from a list. */
export interface AxisDraft {
  field: string
  text: string
  picked: readonly Json[]
}

export interface TableDraft {
  name: string
  text: string
  format: 'csv' | 'lines'
  /** Names of all columns. */
  known: readonly string[]
  rows: number
  /** Maps columns to form entries; unused columns are missing. */
  columns: Record<string, string>
}

/** A plan that is being edited. */
export interface PlanDraft {
  count: number
  seeds: Plan['seeds']
  variants: boolean
  wildcards: Plan['wildcards']
  axes: readonly AxisDraft[]
  table: TableDraft | null
  files: Plan['files']
}

export const emptyPlan: PlanDraft = {
  count: 1,
  seeds: 'new',
  variants: true,
  wildcards: {},
  axes: [],
  table: null,
  files: null,
}
