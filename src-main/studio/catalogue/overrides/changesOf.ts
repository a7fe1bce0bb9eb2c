import type { OperationOverride } from './overrideSchema.ts'

/** What an override changes, one line for each value, such as "price path: images/price". */
export const changesOf = (override: OperationOverride): string[] => lines(override, '')

const lines = (value: object, before: string): string[] =>
  Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const name = before === '' ? key : `${before} ${key}`
    if (Array.isArray(inner)) return [`${name}: ${inner.map(labelOf).join(', ')}`]
    return typeof inner === 'object' && inner !== null ? lines(inner, name) : [`${name}: ${String(inner)}`]
  })

/** A field goes by its name, or its kind where that is all it says. */
function labelOf(one: unknown): string {
  if (typeof one !== 'object' || one === null) return String(one)
  return String('name' in one ? one.name : 'kind' in one ? one.kind : '')
}
