import type { Issue, Problem } from '../../../../src-preload/contract/types/problem.ts'
import { formatByteLimit } from '../files/fileText.ts'
import { lookUp, t } from '../../../i18n/t.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import { formatDuration } from '../../../lib/time.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'

type Params = NonNullable<Issue['params']>

const units: Record<string, (value: number) => string> = {
  bytes: formatBytes,
  s: (seconds) => formatDuration(seconds * 1000),
  px: String,
  tokens: (count) => count.toLocaleString('en'),
}

/** Text of an issue: the service's message, otherwise ours with the limits filled in. */
export function issueText({ serviceWords, code, params }: Issue): string {
  const key = `create.issue_${code}`
  return serviceWords ?? fileText(key, params) ?? lookUp(key, params) ?? code
}

/** Text of an issue about a file, with its name and formatted measurements. */
function fileText(key: string, params: Params = {}): string | undefined {
  const { unit, name } = params
  const write = units[unit ?? '']
  const paramsWithName = { ...params, name: name === undefined ? t('create.the_file') : `“${name}”` }
  if (!write)
    return name === undefined && params['format'] === undefined
      ? undefined
      : lookUp(`${key}_file`, paramsWithName)
  const formatted = Object.entries(params).flatMap(([entry, value]) =>
    typeof value === 'number'
      ? [[entry, entry !== 'is' && unit === 'bytes' ? formatByteLimit(value) : write(value)] as const]
      : [],
  )
  return lookUp(`${key}_${unit}`, { ...paramsWithName, ...Object.fromEntries(formatted) })
}

/** Messages of a problem by entry: the service's, or ours if it sent none. */
export function fieldMessages(problem: Problem): Record<string, string[]> {
  const { summary, nextStep } = problemMessage(problem)
  return Object.fromEntries(
    Object.entries(problem.fields ?? {}).map(([entry, text]) => [
      entry,
      text.length > 0 ? text : [`${summary} ${nextStep}`],
    ]),
  )
}
