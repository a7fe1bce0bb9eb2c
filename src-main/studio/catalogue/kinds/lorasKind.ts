import type { FieldOf, Values } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/issue.ts'
import { plainText, baseField, type FieldBehavior } from './FieldBehavior.ts'
import { checkNumber } from './numberKinds.ts'

/** The value is an array of {name, weight}, each adapter once. The step of the weight applies to the slider only. */
export const lorasKind: FieldBehavior<'loras'> = {
  build(row, record) {
    const options = new Map(record.loras.map((lora) => [lora.name, lora.label]))
    if (options.size === 0) return null
    return {
      field: {
        ...baseField(row),
        kind: 'loras',
        options: [...options].map(([name, label]) => ({ name, label })),
        weight: { ...row.weight },
      },
      defaults: {},
    }
  },

  check(field, values) {
    const value = values[field.name]
    if (value === undefined || value === null)
      return field.required ? [{ field: field.name, code: 'required' }] : []
    if (!Array.isArray(value)) return [{ field: field.name, code: 'wrong_kind' }]
    if (value.length === 0 && field.required) return [{ field: field.name, code: 'required' }]
    const seen = new Set<string>()
    return value.flatMap((item): Issue[] => {
      if (!isLora(item)) return [{ field: field.name, code: 'wrong_kind' }]
      const { name, weight } = item
      if (seen.has(name)) return [{ field: field.name, code: 'lora_repeated', params: { lora: name } }]
      seen.add(name)
      if (!offers(field, name))
        return [{ field: field.name, code: 'lora_unavailable', params: { lora: name } }]
      return checkNumber(field.name, weight, { range: {}, isInteger: false, required: true })
    })
  },

  format(value, { record }) {
    if (!Array.isArray(value)) return plainText(value)
    const labels = new Map(record?.loras.map(({ name, label }) => [name, label]))
    const texts = value.map((item) =>
      isLora(item) ? `${labels.get(item.name) ?? item.name} · ${item.weight}` : plainText(item),
    )
    return texts.join(', ')
  },

  fit(field, values) {
    const value = values[field.name]
    if (!Array.isArray(value)) return {}
    const weights = new Map<string, number>()
    for (const item of value)
      if (isLora(item) && offers(field, item.name) && !weights.has(item.name))
        weights.set(item.name, Number.isFinite(item.weight) ? item.weight : field.weight.default)
    return weights.size === 0
      ? {}
      : { [field.name]: [...weights].map(([name, weight]) => ({ name, weight })) }
  },
}

const offers = (field: FieldOf<'loras'>, name: string): boolean =>
  field.options.some((option) => option.name === name)

function isLora(value: Values[string]): value is { name: string; weight: number } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return (
    Object.keys(value).length === 2 &&
    typeof value['name'] === 'string' &&
    typeof value['weight'] === 'number'
  )
}
