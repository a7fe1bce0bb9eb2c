import { baseOf, type Kind } from './Kind.ts'
import { checkNumber } from './checkNumber.ts'

/** Starts from nothing: a seed is rolled, by the window or at the latest by `completeValues`. */
export const seedKind: Kind<'seed'> = {
  build: (row) => ({ field: { ...baseOf(row), kind: 'seed', min: row.min, max: row.max }, defaults: {} }),

  check: (field, values) =>
    checkNumber(field.name, values[field.name], { range: field, whole: true, required: field.required }),

  /** No seed is near another: one that can't be sent is dropped. */
  fit(field, values) {
    const value = values[field.name]
    const rule = { range: field, whole: true, required: true }
    return typeof value === 'number' && checkNumber(field.name, value, rule).length === 0
      ? { [field.name]: value }
      : {}
  },
}
