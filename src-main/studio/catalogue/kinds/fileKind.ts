import type { FieldOf, Range, Values } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/problem.ts'
import type { ModelRecord } from '../../models/ModelRecord.ts'
import { type FileFacts, takesFile } from '../FindFile.ts'
import type { FileRow, RangeRule } from '../Operation.ts'
import { resolveRange } from '../form/ranges.ts'
import { baseOf, type Kind } from './Kind.ts'

/** Value: array of asset ids, also where only one file is taken. */
export const fileKind: Kind<'file'> = {
  build(row, record) {
    const { media, formats, maxBytes, width, height } = row
    const seconds = row.seconds && resolveRange(row.seconds, record, false)
    return {
      field: {
        ...baseOf(row),
        kind: 'file',
        media: [...media],
        formats: [...formats],
        min: row.required ? 1 : 0,
        max: countOf(row, record),
        maxBytes,
        ...(width && { width: sideOf(width, record) }),
        ...(height && { height: sideOf(height, record) }),
        ...(seconds && seconds.min > 0 && { minSeconds: seconds.min }),
        ...(seconds && Number.isFinite(seconds.max) && { maxSeconds: seconds.max }),
        record: row.record ?? false,
      },
      defaults: {},
    }
  },

  check(field, values, find) {
    const { name: at, required, min, max } = field
    const value = values[at]
    if (value === undefined || value === null) return required ? [{ field: at, code: 'required' }] : []
    if (!isIds(value)) return [{ field: at, code: 'wrong_kind' }]
    if (value.length === 0) return required ? [{ field: at, code: 'required' }] : []
    if (value.length < min) return [{ field: at, code: 'too_few', params: { min } }]
    if (value.length > max) return [{ field: at, code: 'too_many', params: { max } }]
    return value.flatMap((id): Issue[] => {
      const file = find(id)
      const issue = file?.present ? problemOf(field, file) : { code: 'file_missing' as const }
      if (!issue) return []
      const params = { ...issue.params, ...(file?.name && { name: file.name }) }
      return [{ field: at, code: issue.code, ...(Object.keys(params).length > 0 && { params }) }]
    })
  },

  /** A file that doesn't fit stays, to be told of at its field; only more files than are taken go. */
  fit(field, values) {
    const value = values[field.name]
    if (value === undefined || !isIds(value)) return {}
    return { [field.name]: value.slice(0, field.max) }
  },
}

/** Why one file can't be sent, the plainest reason; what could not be read of it is left to the service. */
function problemOf(field: FieldOf<'file'>, file: FileFacts): Pick<Issue, 'code' | 'params'> | null {
  if (!takesFile(field, file)) return { code: 'wrong_kind', params: { format: file.format } }
  const { maxBytes, minSeconds, maxSeconds } = field
  if (file.bytes === 0) return { code: 'too_small', params: { min: 1, is: 0, unit: 'bytes' } }
  if (maxBytes !== undefined && file.bytes > maxBytes)
    return { code: 'too_large', params: { max: maxBytes, is: file.bytes, unit: 'bytes' } }
  const side = outside(field.width, file.width) ?? outside(field.height, file.height)
  if (side) return side
  if (file.durationMs === null) return null
  const is = file.durationMs / 1000
  if (minSeconds !== undefined && is < minSeconds)
    return { code: 'too_short', params: { min: minSeconds, is, unit: 's' } }
  // A clip of just the longest length may be a frame over it.
  if (maxSeconds !== undefined && is > maxSeconds + FRAME_S)
    return { code: 'too_long', params: { max: maxSeconds, is, unit: 's' } }
  return null
}

const FRAME_S = 0.05

function outside(range: Range | undefined, is: number | null): Pick<Issue, 'code' | 'params'> | null {
  if (!range || is === null) return null
  const { min, max } = range
  if (min !== undefined && is < min) return { code: 'too_small', params: { min, is, unit: 'px' } }
  return max !== undefined && is > max ? { code: 'too_large', params: { max, is, unit: 'px' } } : null
}

/** No form is made for more, whatever a model says. */
const MOST_FILES = 1000

function countOf({ count }: FileRow, { limits }: ModelRecord): number {
  if (!count) return 1
  if ('most' in count) return count.most
  const told = Object.hasOwn(limits, count.limit) ? limits[count.limit] : undefined
  return told !== undefined && told >= 1 ? Math.min(Math.floor(told), MOST_FILES) : 1
}

function sideOf(rule: RangeRule, record: ModelRecord): Range {
  const { min, max } = resolveRange(rule, record, true)
  return { min, ...(Number.isFinite(max) && { max }) }
}

const isIds = (value: Values[string]): value is string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string')
