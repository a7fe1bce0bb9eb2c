import type { Kind } from './Kind.ts'
import { numeric } from './numeric.ts'

const { parts, rules } = numeric(true)

export const integerKind: Kind<'integer'> = {
  ...rules,
  build(row, record) {
    const { field, defaults } = parts(row, record)
    return { field: { ...field, kind: 'integer' }, defaults }
  },
}
