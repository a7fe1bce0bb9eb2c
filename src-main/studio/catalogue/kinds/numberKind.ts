import type { Kind } from './Kind.ts'
import { numericKind } from './numeric.ts'

const { parts, rules } = numericKind(false)

export const numberKind: Kind<'number'> = {
  ...rules,
  build(row, record) {
    const { field, defaults } = parts(row, record)
    return { field: { ...field, kind: 'number' }, defaults }
  },
}
