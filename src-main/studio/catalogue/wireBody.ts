import type { Values } from '../../../src-preload/contract/types/form.ts'
import type { FieldRow } from './Operation.ts'
import { wireEntries } from './wireEntries.ts'

/**
 * The body of a request as canonical JSON text: the model, then the rows' entries in the rows' order, what is empty left
 * out, keys inside entries sorted. Equal values give equal text.
 */
export const wireBody = (model: string, rows: readonly FieldRow[], values: Values): string =>
  JSON.stringify(Object.fromEntries([['model', model], ...wireEntries(rows, values)]))
