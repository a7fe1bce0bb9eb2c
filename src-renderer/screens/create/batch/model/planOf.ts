import type { Plan } from '../../../../../src-preload/contract/types/batch.ts'
import type { AxisField } from './axisFields.ts'
import { axisValues } from './axisValues.ts'
import type { PlanDraft } from './PlanDraft.ts'

/** Converts a draft to a plan without empty axes; null if an axis has unreadable values. */
export function planOf(draft: PlanDraft, fields: readonly AxisField[]): Plan | null {
  const axes: Plan['axes'] = []
  for (const axis of draft.axes) {
    const field = fields.find(({ id }) => id === axis.field)
    const values = field ? axisValues(field, axis) : []
    if (values === null) return null
    if (values.length > 0) axes.push({ field: axis.field, values })
  }
  const { count, seeds, variants, wildcards, table, files } = draft
  return {
    count,
    seeds,
    variants,
    wildcards,
    axes,
    table: table && { text: table.text, format: table.format, columns: table.columns },
    files,
  }
}
