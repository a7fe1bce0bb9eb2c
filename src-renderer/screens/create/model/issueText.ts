import type { Issue } from '../../../../src-preload/contract/types/problem.ts'
import { limitOfBytes } from '../files/limitText.ts'
import { lookUp, t } from '../../../i18n/t.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import { formatDuration } from '../../../lib/time.ts'

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
      ? [[entry, entry !== 'is' && unit === 'bytes' ? limitOfBytes(value) : write(value)] as const]
      : [],
  )
  return lookUp(`${key}_${unit}`, { ...paramsWithName, ...Object.fromEntries(formatted) })
}
