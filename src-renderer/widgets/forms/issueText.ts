import type { Issue } from '../../../src-preload/contract/types/problem.ts'
import { formatByteLimit, formatBytes } from '../../lib/format/bytes.ts'
import { formatDuration } from '../../lib/format/time.ts'
import { type Key, lookUp, t } from '../../i18n/t.ts'

type Params = NonNullable<Issue['params']>

/** Formats a measurement by its unit. */
const formatByUnit: Record<string, (value: number) => string> = {
  bytes: formatBytes,
  s: (seconds) => formatDuration(seconds * 1000),
  px: String,
  tokens: (count) => count.toLocaleString('en'),
}

/** Text of an issue: the service's message, otherwise Easel's own with the limits filled in. */
export function issueText({ serviceMessage, code, params }: Issue): string {
  // Each code must have a text, which the compiler checks.
  const key: Key = `create.issue_${code}`
  return serviceMessage ?? measuredIssueText(key, params) ?? lookUp(key, params) ?? code
}

/** Text of an issue with a unit or about a file, with formatted numbers and the file's name; undefined for others. */
function measuredIssueText(key: string, params: Params = {}): string | undefined {
  const { unit, name } = params
  const format = formatByUnit[unit ?? '']
  const paramsWithName = { ...params, name: name === undefined ? t('create.the_file') : `“${name}”` }
  if (!format)
    return name === undefined && params['format'] === undefined
      ? undefined
      : lookUp(`${key}_file`, paramsWithName)
  // Params other than `actual` are limits.
  const formatted = Object.entries(params).flatMap(([param, value]) =>
    typeof value === 'number'
      ? [[param, param !== 'actual' && unit === 'bytes' ? formatByteLimit(value) : format(value)] as const]
      : [],
  )
  return lookUp(`${key}_${unit}`, { ...paramsWithName, ...Object.fromEntries(formatted) })
}
