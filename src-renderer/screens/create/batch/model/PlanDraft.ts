import type { Plan } from '../../../../../src-preload/contract/types/batch.ts'
import type { Form } from '../../../../../src-preload/contract/types/form.ts'

/** A value of a form as data. */
type AxisValue = Plan['axes'][number]['values'][number]

/** One axis of a sweep as it is being entered: `text` for typed values, `picked` for those chosen from a list. */
export interface AxisDraft {
  field: string
  text: string
  picked: readonly AxisValue[]
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

/** A field that can differ along an axis: typed values, lines of text, or a choice from `options`. */
export interface AxisField {
  id: string
  label: string
  entry: 'numbers' | 'lines' | 'sizes' | 'options'
  options: readonly { value: AxisValue; label: string }[]
}

interface Model {
  slug: string
  name: string
  vanished: boolean
}

/** Everything of a form that can differ along an axis, and the model itself. */
export function axisFields(form: Form, models: readonly Model[]): AxisField[] {
  const availableModels = models.filter(({ vanished }) => !vanished)
  const fields = form.fields.flatMap((field): AxisField[] => {
    const { name: id, label } = field
    switch (field.kind) {
      case 'integer':
      case 'number':
        return field.fixed === undefined ? [{ id, label, entry: 'numbers', options: [] }] : []
      case 'seed':
        return [{ id, label, entry: 'numbers', options: [] }]
      case 'size':
        return [{ id: 'size', label, entry: 'sizes', options: [] }]
      case 'text':
        return [{ id, label, entry: 'lines', options: [] }]
      case 'choice':
        return [{ id, label, entry: 'options', options: field.options }]
      case 'boolean':
        return [{ id, label, entry: 'options', options: ON_OFF }]
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
    ? [{ id: 'model', label: 'Model', entry: 'options', options }, ...fields]
    : fields
}

const ON_OFF = [
  { value: true, label: 'On' },
  { value: false, label: 'Off' },
]

/** Parses the values of an axis; null if one of them is unreadable. */
export function axisValues({ entry, options }: AxisField, { text, picked }: AxisDraft): AxisValue[] | null {
  if (entry === 'options') return options.flatMap(({ value }) => (picked.includes(value) ? [value] : []))
  const parts = text
    .split(entry === 'lines' ? /\n/ : /[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (entry === 'lines') return parts
  const parse: (part: string) => AxisValue | null = entry === 'numbers' ? numberOf : sizeOf
  const values = parts.map((part) => parse(part))
  return values.includes(null) ? null : values
}

function numberOf(part: string): number | null {
  const number = Number(part)
  return Number.isFinite(number) ? number : null
}

function sizeOf(part: string): { width: number; height: number } | null {
  const sides = /^(\d{1,6})\s*[x×*]\s*(\d{1,6})$/i.exec(part)
  return sides ? { width: Number(sides[1]), height: Number(sides[2]) } : null
}
