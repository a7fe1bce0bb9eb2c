import type { Issue } from '../../../src-preload/contract/types/issue.ts'
import { formatByteLimit, formatBytes } from '../../lib/format/bytes.ts'
import { formatDuration } from '../../lib/format/time.ts'
import { type Key, lookUp, t } from '../../i18n/t.ts'

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
  if (code === 'file_too_short')
    return { ...file, actual: formatSeconds(params.actual), min: formatSeconds(params.min) }
  if (code === 'file_too_long')
    return { ...file, actual: formatSeconds(params.actual), max: formatSeconds(params.max) }
  return { ...params, ...file }
}

const formatSeconds = (seconds: number): string => formatDuration(seconds * 1000)
