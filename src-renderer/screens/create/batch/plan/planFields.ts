import type { Plan } from '../../../../../src-preload/contract/types/batch.ts'
import type { AxisDraft, PlanDraft } from '../../../../../src-preload/contract/types/batchDraft.ts'
import type { Form } from '../../../../../src-preload/contract/types/form.ts'
import { readInteger } from '../../../../../src-preload/shared/numbers/readNumber.ts'
import { readNumbers, splitList } from '../../../../../src-preload/shared/numbers/readNumbers.ts'
import { readSize } from '../../../../../src-preload/shared/numbers/readSize.ts'
import { t } from '../../../../i18n/t.ts'

/** A value that a field takes along an axis. */
type AxisValue = Plan['axes'][number]['values'][number]

export const emptyPlan: PlanDraft = {
  count: 1,
  seeds: 'shared',
  variants: true,
  wildcards: {},
  axes: [],
  table: null,
  files: null,
}

/** A field that can vary along an axis, and how its values are entered: typed, or chosen from `options`. */
export interface AxisField {
  id: string
  label: string
  input: 'numbers' | 'lines' | 'sizes' | 'options'
  options: readonly { value: AxisValue; label: string }[]
  /** The range of random seeds; only for an axis of seeds. */
  seeds?: { min: number; max: number }
}

/** The id of the model as an axis. */
const MODEL_ID = 'model'

interface Model {
  slug: string
  name: string
  isDelisted: boolean
}

/** The fields of a form that can vary along an axis, and the model. */
export function axisFields(form: Form, models: readonly Model[]): AxisField[] {
  const availableModels = models.filter(({ isDelisted }) => !isDelisted)
  const fields = form.fields.flatMap((field): AxisField[] => {
    const { name: id, label } = field
    switch (field.kind) {
      case 'integer':
      case 'number':
        return field.fixed === undefined ? [{ id, label, input: 'numbers', options: [] }] : []
      case 'seed':
        return [{ id, label, input: 'numbers', options: [], seeds: { min: field.min, max: field.max } }]
      case 'size':
        return [{ id: 'size', label, input: 'sizes', options: [] }]
      case 'text':
        return [{ id, label, input: 'lines', options: [] }]
      case 'choice':
        return [{ id, label, input: 'options', options: field.options }]
      case 'boolean':
        return [{ id, label, input: 'options', options: onOff() }]
      case 'file':
      case 'loras':
      case 'parameters':
      case 'url':
      case 'voice':
        return []
    }
  })
  const options = availableModels.map(({ slug, name }) => ({ value: slug, label: name }))
  return availableModels.length > 1
    ? [{ id: MODEL_ID, label: t('create.model'), input: 'options', options }, ...fields]
    : fields
}

const onOff = () => [
  { value: true, label: t('grid.on') },
  { value: false, label: t('grid.off') },
]

/** Parses the values of an axis; null if one of them is unreadable. */
export function axisValues(
  { input, options, seeds }: AxisField,
  { text, picked }: AxisDraft,
): AxisValue[] | null {
  switch (input) {
    case 'options':
      return options.flatMap(({ value }) => (picked.includes(value) ? [value] : []))
    case 'lines':
      return text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
    case 'numbers':
      return seeds ? readSeeds(text) : readNumbers(text)
    case 'sizes':
      return withoutUnreadable(splitList(text).map((part) => readSize(part)))
  }
}

/** Seeds are whole, so a comma or a point inside one separates groups of digits: `2,140,937,115`. */
const readSeeds = (text: string): number[] | null =>
  readNumbers(text) ?? withoutUnreadable(splitList(text).map((part) => readInteger(part)))

const withoutUnreadable = <T>(values: (T | undefined)[]): T[] | null =>
  values.every((value) => value !== undefined) ? values : null

/** The values of an axis as they were understood: `3.5 · 7.5`. */
export const axisValuesText = (values: readonly AxisValue[]): string => values.map(axisValueText).join(' · ')

const axisValueText = (value: AxisValue): string =>
  typeof value === 'object' && value !== null
    ? Object.values(value)
        .map((side) => JSON.stringify(side))
        .join(' × ')
    : String(value)

/** The most seeds that one "random" draws. */
const MAX_RANDOM_SEEDS = 100

/** Replaces "4 random" in the text of an axis of seeds with four seeds, so that each preview has the same ones. */
export const drawSeeds = (text: string, draw: () => number): string =>
  text.replace(/\b(\d{1,3}) ?random\b/i, (_, count: string) =>
    Array.from({ length: Math.min(MAX_RANDOM_SEEDS, Number(count)) }, draw).join(', '),
  )

interface ColumnTarget {
  entry: string
  label: string
}

/** Entries of a form that a table column can fill. */
export const columnTargets = (form: Form): ColumnTarget[] =>
  form.fields.flatMap((field) => {
    if (field.kind === 'size')
      return [
        { entry: 'size', label: field.label },
        { entry: 'width', label: t('batch.width') },
        { entry: 'height', label: t('batch.height') },
      ]
    if (field.kind === 'voice')
      return [
        { entry: 'lang', label: t('speech.language') },
        { entry: 'voice', label: field.label },
      ]
    return field.kind === 'file' || field.kind === 'parameters'
      ? []
      : [{ entry: field.name, label: field.label }]
  })

/**
 * Removes axes, values, mapped columns and files from a saved plan if the form or the list of models no longer has
 * them. `lost` contains the label of each, or its name if no label is known.
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
      (axis.field === MODEL_ID && models.find(({ slug }) => slug === value)?.name) ||
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
  id === MODEL_ID ? t('create.model') : (form.fields.find(({ name }) => name === id)?.label ?? id)
