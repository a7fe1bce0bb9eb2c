import type { Field } from '../../../../src-preload/contract/types/form.ts'
import { isSegmented } from './isSegmented.ts'

/** Fields of the same group can share a line: small ones, and single files of the same kind, for example two frames. */
function widthGroup(field: Field | undefined): string | undefined {
  if (!field || field.oneOf !== undefined) return undefined
  if (field.kind === 'integer' || field.kind === 'number') return 'small'
  if (field.kind === 'choice') return isSegmented(field) ? undefined : 'small'
  if (field.kind === 'text') return field.multiline ? undefined : 'small'
  return field.kind === 'file' && field.max === 1 ? `file ${field.media.join(' ')}` : undefined
}

/** Whether a field takes half a line, because the next one to it is in the same group. */
export function isHalf(fields: readonly Field[], index: number): boolean {
  const group = widthGroup(fields[index])
  if (group === undefined) return false
  const isInGroup = (otherIndex: number) => widthGroup(fields[otherIndex]) === group
  let first = index
  while (isInGroup(first - 1)) first -= 1
  return (index - first) % 2 === 1 || isInGroup(index + 1)
}
