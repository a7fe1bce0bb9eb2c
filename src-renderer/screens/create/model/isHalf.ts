import type { Field } from '../../../../src-preload/contract/types/form.ts'
import { isSegmented } from './isSegmented.ts'

/** Fields of the same company share a line: small ones, and single files of the same kind such as two frames. */
function companyOf(field: Field | undefined): string | undefined {
  if (!field || field.oneOf !== undefined) return undefined
  if (field.kind === 'integer' || field.kind === 'number') return 'small'
  if (field.kind === 'choice') return isSegmented(field) ? undefined : 'small'
  if (field.kind === 'text') return field.multiline ? undefined : 'small'
  return field.kind === 'file' && field.max === 1 ? `file ${field.media.join(' ')}` : undefined
}

/** Whether a field takes half a line, beside the one of its company next to it; a single one keeps the line to itself. */
export function isHalf(fields: readonly Field[], index: number): boolean {
  const company = companyOf(fields[index])
  if (company === undefined) return false
  const same = (at: number) => companyOf(fields[at]) === company
  let first = index
  while (same(first - 1)) first -= 1
  return (index - first) % 2 === 1 || same(index + 1)
}
