import type { Form } from '../../../../../src-preload/contract/types/form.ts'
import type { Json } from './Json.ts'

/** A field that can differ along an axis: typed values, lines of text, or a choice from `options`. */
export interface AxisField {
  id: string
  label: string
  entry: 'numbers' | 'lines' | 'sizes' | 'options'
  options: readonly { value: Json; label: string }[]
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
