import type { FieldOf, Range, Values } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/problem.ts'
import type { ModelRecord } from '../../service/models/ModelRecord.ts'
import { durationIssue } from '../../../../src-preload/shared/values/durationIssue.ts'
import { type FileMetadata, acceptsFile } from '../FindFile.ts'
import type { FileRow, RangeRule } from '../Operation.ts'
import { resolveRange } from './modelConstraints.ts'
import { baseField, type FieldBehavior } from './FieldBehavior.ts'

/** The value is an array of asset ids, even when only one file is accepted. */
export const fileKind: FieldBehavior<'file'> = {
  build(row, record) {
    const { media, formats, maxBytes, width, height } = row
    const seconds = row.seconds && resolveRange(row.seconds, record, false)
    return {
      field: {
        ...baseField(row),
        kind: 'file',
        media: [...media],
        formats: [...formats],
        min: row.required ? 1 : 0,
        max: maxFilesOf(row, record),
        maxBytes,
        ...(width && { width: sideOf(width, record) }),
        ...(height && { height: sideOf(height, record) }),
        ...(seconds && seconds.min > 0 && { minSeconds: seconds.min }),
        ...(seconds && Number.isFinite(seconds.max) && { maxSeconds: seconds.max }),
        record: row.canRecord ?? false,
        ...(row.transcriptField !== undefined && { transcriptField: row.transcriptField }),
      },
      defaults: {},
    }
  },

  check(field, values, find) {
    const { name, required, min, max } = field
    const value = values[name]
    if (value === undefined || value === null) return required ? [{ field: name, code: 'required' }] : []
    if (!isIdList(value)) return [{ field: name, code: 'wrong_kind' }]
    if (value.length === 0) return required ? [{ field: name, code: 'required' }] : []
    if (value.length < min) return [{ field: name, code: 'too_few', params: { min } }]
    if (value.length > max) return [{ field: name, code: 'too_many', params: { max } }]
    return value.flatMap((id): Issue[] => {
      const file = find(id)
      const issue = file?.isPresent ? issueOf(field, file) : { code: 'file_missing' as const }
      if (!issue) return []
      const params = { ...issue.params, ...(file?.name && { name: file.name }) }
      return [{ field: name, code: issue.code, ...(Object.keys(params).length > 0 && { params }) }]
    })
  },

  /** Keeps a file that isn't valid, so that its field reports it. Only surplus files are removed. */
  fit(field, values) {
    const value = values[field.name]
    if (value === undefined || !isIdList(value)) return {}
    return { [field.name]: value.slice(0, field.max) }
  },
}

/** The most important reason why a file can't be sent. A property that couldn't be measured is left to the service. */
function issueOf(field: FieldOf<'file'>, file: FileMetadata): Pick<Issue, 'code' | 'params'> | null {
  if (!acceptsFile(field, file)) return { code: 'wrong_kind', params: { format: file.format } }
  const { maxBytes, minSeconds, maxSeconds } = field
  if (file.bytes === 0) return { code: 'too_small', params: { min: 1, actual: 0, unit: 'bytes' } }
  if (maxBytes !== undefined && file.bytes > maxBytes)
    return { code: 'too_large', params: { max: maxBytes, actual: file.bytes, unit: 'bytes' } }
  const side = rangeIssue(field.width, file.width) ?? rangeIssue(field.height, file.height)
  if (side) return side
  const code = durationIssue(field, file.durationMs)
  if (code === null || file.durationMs === null) return null
  const actual = file.durationMs / 1000
  return code === 'too_short'
    ? { code, params: { min: minSeconds ?? 0, actual, unit: 's' } }
    : { code, params: { max: maxSeconds ?? actual, actual, unit: 's' } }
}

function rangeIssue(range: Range | undefined, actual: number | null): Pick<Issue, 'code' | 'params'> | null {
  if (!range || actual === null) return null
  const { min, max } = range
  if (min !== undefined && actual < min) return { code: 'too_small', params: { min, actual, unit: 'px' } }
  return max !== undefined && actual > max ? { code: 'too_large', params: { max, actual, unit: 'px' } } : null
}

/** Upper limit regardless of what a model states. */
const MAX_FILES = 1000

function maxFilesOf({ maxFiles }: FileRow, { limits }: ModelRecord): number {
  if (!maxFiles) return 1
  if ('max' in maxFiles) return maxFiles.max
  const stated = Object.hasOwn(limits, maxFiles.limitKey) ? limits[maxFiles.limitKey] : undefined
  return stated !== undefined && stated >= 1 ? Math.min(Math.floor(stated), MAX_FILES) : 1
}

function sideOf(rule: RangeRule, record: ModelRecord): Range {
  const { min, max } = resolveRange(rule, record, true)
  return { min, ...(Number.isFinite(max) && { max }) }
}

const isIdList = (value: Values[string]): value is string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string')
