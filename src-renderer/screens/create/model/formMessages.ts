import type { Form } from '../../../../src-preload/contract/types/form.ts'
import type { Issue, Problem } from '../../../../src-preload/contract/types/problem.ts'
import { t, lookUp } from '../../../i18n/t.ts'
import { entryNames, findField } from '../../../widgets/forms/formValues.ts'
import type { Connection } from '../../../../src-preload/contract/types/connection.ts'
import type { PriceState } from '../actions/usePrice.ts'
import { formatByteLimit } from '../files/fileText.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import { formatDuration } from '../../../lib/time.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'

/** Why the button is blocked, with the form entry or the path of the screen where the user can solve it. */
export interface Reason {
  entry: string | null
  path?: string
  text: string
}

interface FormState {
  /** Whether the studio does not respond. */
  isLost: boolean
  vanished: boolean
  form: Form
  issues: readonly Issue[]
  serviceIssues: Record<string, string[]>
}

/** All reasons why the form can't run. */
export function blockReasons({ isLost, vanished, form, issues, serviceIssues }: FormState): Reason[] {
  const reasonFor = (entry: string, text: string): Reason => {
    const field = findField(form, entry)
    if (!field) return { entry: null, text: t('create.reason', { label: entry, text }) }
    const [stem = entry] = entry.split(/[.[]/)
    const label =
      field.kind === 'size' && stem !== field.name ? (stem === 'width' ? 'Width' : 'Height') : field.label
    return {
      entry: entryNames(field).includes(stem) ? stem : field.name,
      text: t('create.reason', { label, text }),
    }
  }
  return [
    ...(isLost ? [{ entry: null, text: t('create.reason_lost') }] : []),
    ...(vanished ? [{ entry: 'model', text: t('create.reason_vanished') }] : []),
    ...issues.map((issue) => reasonFor(issue.field, issueText(issue))),
    ...Object.entries(serviceIssues).map(([entry, text]) => reasonFor(entry, text.join(' '))),
  ]
}

const KEY_REJECTED = 'service_key_refused'

/** Whether the problem can only be solved with another key. */
export const needsNewKey = ({ code }: Pick<Problem, 'code'>): boolean =>
  code === 'key_missing' || code === KEY_REJECTED

/** Path of the screen where the key of a connection can be changed; undefined if it is set elsewhere or unknown. */
export const keySettingPath = (connection: Connection | undefined): string | undefined =>
  connection?.kind === 'remote' ? `settings/connections?key=${encodeURIComponent(connection.id)}` : undefined

/** The reason why nothing can run if the key is missing or rejected; otherwise empty. */
export function keyReasons(connection: Connection | undefined, price: PriceState): Reason[] {
  const problem = price.state === 'unavailable' && needsNewKey(price.problem) ? price.problem : null
  if (!problem && connection?.key !== 'missing') return []
  if (connection?.kind === 'environment') return [{ entry: null, text: t('create.reason_key_environment') }]
  const text = t(problem?.code === KEY_REJECTED ? 'create.reason_key_refused' : 'create.reason_key_missing')
  // A price can be rejected while the connection is still loading. The list of connections leads to its key as well.
  return [{ entry: null, path: keySettingPath(connection) ?? 'settings/connections', text }]
}

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
