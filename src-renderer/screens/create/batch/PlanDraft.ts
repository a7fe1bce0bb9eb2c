import type { Plan } from '../../../../src-preload/contract/types/batch.ts'
import type { Form } from '../../../../src-preload/contract/types/form.ts'

/** A value that a field takes along an axis. */
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
  columnNames: readonly string[]
  rows: number
  /** Maps columns to form entries; unused columns are missing. */
  columns: Record<string, string>
}

/** A plan that is being edited. */
export interface PlanDraft {
  count: number
  seeds: Plan['seeds']
  /** Whether `{a|b}` in a text makes one job per option. */
  variants: boolean
  /** Lines by list name; `__name__` in a text makes one job per line. */
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

/** A field that can vary along an axis, and how its values are entered: typed, or chosen from `options`. */
export interface AxisField {
  id: string
  label: string
  input: 'numbers' | 'lines' | 'sizes' | 'options'
  options: readonly { value: AxisValue; label: string }[]
}

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
        return [{ id, label, input: 'numbers', options: [] }]
      case 'size':
        return [{ id: 'size', label, input: 'sizes', options: [] }]
      case 'text':
        return [{ id, label, input: 'lines', options: [] }]
      case 'choice':
        return [{ id, label, input: 'options', options: field.options }]
      case 'boolean':
        return [{ id, label, input: 'options', options: ON_OFF }]
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
    ? [{ id: 'model', label: 'Model', input: 'options', options }, ...fields]
    : fields
}

const ON_OFF = [
  { value: true, label: 'On' },
  { value: false, label: 'Off' },
]

/** Parses the values of an axis; null if one of them is unreadable. */
export function axisValues({ input, options }: AxisField, { text, picked }: AxisDraft): AxisValue[] | null {
  if (input === 'options') return options.flatMap(({ value }) => (picked.includes(value) ? [value] : []))
  const parts = text
    .split(input === 'lines' ? /\n/ : /[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (input === 'lines') return parts
  const parse: (part: string) => AxisValue | null = input === 'numbers' ? parseNumber : parseSize
  const values = parts.map((part) => parse(part))
  return values.includes(null) ? null : values
}

function parseNumber(part: string): number | null {
  const number = Number(part)
  return Number.isFinite(number) ? number : null
}

function parseSize(part: string): { width: number; height: number } | null {
  const sides = /^(\d{1,6})\s*[x×*]\s*(\d{1,6})$/i.exec(part)
  return sides ? { width: Number(sides[1]), height: Number(sides[2]) } : null
}
