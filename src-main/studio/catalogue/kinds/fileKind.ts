import type { FieldOf, Range, Values } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/issue.ts'
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
      const issue: FileIssue | null = file?.isPresent
        ? issueOf(field, file)
        : { code: 'file_missing', params: { name: file?.name ?? null } }
      return issue ? [{ field: name, ...issue }] : []
    })
  },

  /** Keeps a file that isn't valid, so that its field reports it. Only surplus files are removed. */
  fit(field, values) {
    const value = values[field.name]
    if (value === undefined || !isIdList(value)) return {}
    return { [field.name]: value.slice(0, field.max) }
  },
}

type WithoutField<Single> = Single extends unknown ? Omit<Single, 'field'> : never
type FileIssue = WithoutField<Extract<Issue, { code: `file_${string}` }>>

/** The most important reason why a file can't be sent. A property that couldn't be measured is left to the service. */
function issueOf(field: FieldOf<'file'>, file: FileMetadata): FileIssue | null {
  const { name, bytes, durationMs } = file
  if (!acceptsFile(field, file)) return { code: 'file_wrong_format', params: { name } }
  const { maxBytes, minSeconds, maxSeconds } = field
  if (bytes === 0) return { code: 'file_empty', params: { name } }
  if (maxBytes !== undefined && bytes > maxBytes)
    return { code: 'file_too_large', params: { name, max: maxBytes, actual: bytes } }
  const side = sideIssue(field.width, file.width, name) ?? sideIssue(field.height, file.height, name)
  if (side) return side
  const code = durationIssue(field, durationMs)
  if (code === null || durationMs === null) return null
  const actual = durationMs / 1000
  return code === 'too_short'
    ? { code: 'file_too_short', params: { name, min: minSeconds ?? 0, actual } }
    : { code: 'file_too_long', params: { name, max: maxSeconds ?? actual, actual } }
}

function sideIssue(range: Range | undefined, actual: number | null, name: string | null): FileIssue | null {
  if (!range || actual === null) return null
  const { min, max } = range
  if (min !== undefined && actual < min) return { code: 'file_side_too_small', params: { name, min, actual } }
  return max !== undefined && actual > max
    ? { code: 'file_side_too_large', params: { name, max, actual } }
    : null
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
