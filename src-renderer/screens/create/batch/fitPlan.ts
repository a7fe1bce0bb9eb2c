import type { PlanDraft } from '../../../../src-preload/contract/types/batchDraft.ts'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { type AxisField, columnTargets, MODEL_FIELD } from './planFields.ts'

/**
 * Removes the axes, values, mapped columns and files from a saved plan that the form and the list of models don't have.
 * `lost` names them: by their labels, except for those that the form and the list of models don't have at all.
 */
export function fitPlan(
  plan: PlanDraft,
  form: Form,
  fields: readonly AxisField[],
  models: readonly { slug: string; name: string }[],
): { plan: PlanDraft; lost: string[] } {
  const lost: string[] = []
  const axes = plan.axes.flatMap((axis) => {
    const field = fields.find(({ id }) => id === axis.field)
    if (!field) {
      lost.push(fieldLabel(form, axis.field))
      return []
    }
    const known = new Set(field.options.map(({ value }) => value))
    const gone = field.input === 'options' ? axis.picked.filter((value) => !known.has(value)) : []
    if (gone.length === 0) return [axis]
    const nameOf = (value: unknown) =>
      (axis.field === MODEL_FIELD.id && models.find(({ slug }) => slug === value)?.name) ||
      (typeof value === 'string' ? value : JSON.stringify(value))
    lost.push(...gone.map(nameOf))
    return [{ ...axis, picked: axis.picked.filter((value) => known.has(value)) }]
  })
  const entries = new Set(columnTargets(form).map(({ entry }) => entry))
  const columns = Object.entries(plan.table?.columns ?? {})
  const lostColumns = columns.filter(([, entry]) => !entries.has(entry))
  lost.push(...lostColumns.map(([column]) => column))
  const hasFileField = form.fields.some(({ kind, name }) => kind === 'file' && name === plan.files?.field)
  if (plan.files && !hasFileField) lost.push(t('batch.files'))
  if (lost.length === 0) return { plan, lost }
  return {
    plan: {
      ...plan,
      axes,
      table: plan.table && {
        ...plan.table,
        columns: Object.fromEntries(columns.filter(([, entry]) => entries.has(entry))),
      },
      files: hasFileField ? plan.files : null,
    },
    lost,
  }
}

const fieldLabel = (form: Form, id: string): string =>
  id === MODEL_FIELD.id ? MODEL_FIELD.label : (form.fields.find(({ name }) => name === id)?.label ?? id)
