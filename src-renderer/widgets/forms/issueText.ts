import type { Issue } from '../../../src-preload/contract/types/issue.ts'
import { formatByteLimit, formatBytes } from '../../lib/format/bytes.ts'
import { formatDuration } from '../../lib/format/time.ts'
import { type Key, lookUp, t } from '../../i18n/t.ts'

/** Issues of files outside a limit of their field. */
export const FILE_LIMIT_ISSUES: readonly Issue['code'][] = [
  'file_empty',
  'file_too_large',
  'file_too_short',
  'file_too_long',
  'file_side_too_small',
  'file_side_too_large',
]

/** The text of an issue, with its limits and what was measured. */
export function issueText(issue: Issue): string {
  // Each code must have a text, which the compiler checks.
  const key: Key = `create.issue_${issue.code}`
  return lookUp(key, textParams(issue)) ?? issue.code
}

/** The parameters of an issue as its text shows them. Digits of numbers aren't grouped, as in the field itself. */
function textParams(issue: Issue): Record<string, string | number> {
  if (!('params' in issue)) return {}
  const { code, params } = issue
  if (!('name' in params)) return params
  const file = { name: params.name === null ? t('create.the_file') : `“${params.name}”` }
  if (code === 'file_too_large')
    return { ...file, actual: formatBytes(params.actual), max: formatByteLimit(params.max) }
  if (code === 'file_too_short') {
    const [actual, min] = formatSeconds(params.actual, params.min)
    return { ...file, actual, min }
  }
  if (code === 'file_too_long') {
    const [actual, max] = formatSeconds(params.actual, params.max)
    return { ...file, actual, max }
  }
  return { ...params, ...file }
}

/** A duration and its limit in seconds as texts that differ. */
function formatSeconds(actual: number, limit: number): [string, string] {
  const [actualText, limitText] = [formatDuration(actual * 1000), formatDuration(limit * 1000)]
  if (actualText !== limitText) return [actualText, limitText]
  const digits = [1, 2, 3].find((count) => actual.toFixed(count) !== limit.toFixed(count)) ?? 3
  return [`${actual.toFixed(digits)} s`, `${limit.toFixed(digits)} s`]
}
