import type { Values } from '../../../src-preload/contract/types/form.ts'
import { sortedKeys } from './sortedKeys.ts'

type Entry = Values[string] | undefined

/** Whether two entries say the same, whatever the order of their keys. */
export const isSameValue = (a: Entry, b: Entry): boolean =>
  a === b ||
  (a !== undefined && b !== undefined && JSON.stringify(sortedKeys(a)) === JSON.stringify(sortedKeys(b)))
