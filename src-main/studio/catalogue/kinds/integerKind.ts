import type { Kind } from './Kind.ts'
import { numericKind } from './numeric.ts'

const { parts, rules } = numericKind(true)

export const integerKind: Kind<'integer'> = {
  ...rules,
  build(row, record) {
    const { field, defaults } = parts(row, record)
    return { field: { ...field, kind: 'integer' }, defaults }
  },
}
