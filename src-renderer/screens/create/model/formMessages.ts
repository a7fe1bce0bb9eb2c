import { issueText } from '../../../widgets/forms/issueText.ts'
import type { Field, Form } from '../../../../src-preload/contract/types/form.ts'
import type { MissingKeyReason } from '../../../../src-preload/contract/problemParams.ts'
import type { Issue } from '../../../../src-preload/contract/types/issue.ts'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { t } from '../../../i18n/t.ts'
import { entryNames } from '../../../../src-preload/shared/values/entryNames.ts'
import { findField } from '../../../widgets/forms/formValues.ts'
import type { Connection } from '../../../../src-preload/contract/types/connection.ts'
import type { PriceState } from './usePrice.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'

/** Why the form can't run, and where the user can fix it. */
export interface BlockReason {
  /** The entry whose control fixes it, for example `width`; null if there is none. */
  entry: string | null
  /** Path of the screen where it can be fixed. */
  path?: string
  text: string
}

interface FormState {
  /** Whether the connection to the studio is lost. */
  isStudioLost: boolean
  /** Whether the service no longer lists the chosen model. */
  isModelDelisted: boolean
  form: Form
  /** Invalid values that the studio found. */
  issues: readonly Issue[]
  /** Messages of the service about rejected values, by entry. */
  serviceMessages: Record<string, string[]>
}

/** What to do about an empty field: "Write a prompt to continue". */
function requiredText(field: Field, label: string): string {
  if (field.name === 'prompt') return t('create.reason_prompt')
  const key =
    field.kind === 'text'
      ? 'create.reason_text'
      : field.kind === 'file'
        ? 'create.reason_file'
        : 'create.reason_value'
  // An abbreviation such as URL stays as it is.
  const inSentence = /^\p{Lu}\p{Ll}/u.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label
  return t(key, { label: inSentence })
}

/** The labels of entries that share a field. */
const ENTRY_LABELS: Readonly<Record<string, string>> = {
  width: 'Width',
  height: 'Height',
  lang: 'Language',
  voice: 'Voice',
}

/** All reasons why the form can't run. */
export function blockReasons({
  isStudioLost,
  isModelDelisted,
  form,
  issues,
  serviceMessages,
}: FormState): BlockReason[] {
  const reasonFor = (entry: string, text: string | null): BlockReason => {
    const field = findField(form, entry)
    if (!field && entry === 'model') return { entry, text: text ?? '' }
    if (!field)
      return {
        entry: null,
        text: t('create.reason', { label: entry, text: text ?? t('create.issue_required') }),
      }
    // The service also names parts of a value: `loras[0].weight`.
    const [name = entry] = entry.split(/[.[]/)
    const label = ENTRY_LABELS[name] ?? field.label
    return {
      entry: entryNames(field).includes(name) ? name : field.name,
      text: text === null ? requiredText(field, label) : t('create.reason', { label, text }),
    }
  }
  return [
    ...(isStudioLost ? [{ entry: null, text: t('create.reason_lost') }] : []),
    ...(isModelDelisted
      ? [{ entry: 'model', text: t('create.reason_vanished', { model: form.model.name }) }]
      : []),
    ...issues.map((issue) => reasonFor(issue.field, issue.code === 'required' ? null : issueText(issue))),
    ...Object.entries(serviceMessages).flatMap(([entry, messages]) =>
      entry === 'model' && isModelDelisted ? [] : [reasonFor(entry, messages.join(' '))],
    ),
  ]
}

const KEY_REJECTED = 'service_key_refused'
const KEYCHAIN_REASONS: readonly (MissingKeyReason | undefined)[] = [
  'keychain_waiting',
  'keychain_unavailable',
]

/** Whether only a new API key fixes the problem. A locked keychain doesn't need one. */
export const needsNewApiKey = (problem: Problem): boolean =>
  problem.code === KEY_REJECTED ||
  (problem.code === 'key_missing' && !KEYCHAIN_REASONS.includes(problem.params?.reason))

/** Path of the screen where the key of a connection can be changed; undefined if it is set elsewhere or unknown. */
export const keySettingPath = (connection: Connection | undefined): string | undefined =>
  connection?.kind === 'remote' ? `settings/connections?key=${encodeURIComponent(connection.id)}` : undefined

/** The reason why nothing can run if the key is missing or rejected; otherwise empty. */
export function keyReasons(connection: Connection | undefined, price: PriceState): BlockReason[] {
  const problem = price.state === 'unavailable' && needsNewApiKey(price.problem) ? price.problem : null
  if (!problem && connection?.key !== 'missing') return []
  if (connection?.kind === 'environment') return [{ entry: null, text: t('create.reason_key_environment') }]
  const text = t(problem?.code === KEY_REJECTED ? 'create.reason_key_refused' : 'create.reason_key_missing')
  // Until the connection has loaded, its own path is unknown. The list of connections leads to the key too.
  return [{ entry: null, path: keySettingPath(connection) ?? 'settings/connections', text }]
}

/** Messages of a problem by entry: the service's own, or the problem's text if it sent none. */
export function fieldMessages(problem: Problem): Record<string, string[]> {
  const { summary, nextStep } = problemMessage(problem)
  return Object.fromEntries(
    Object.entries(problem.fields ?? {}).map(([entry, messages]) => [
      entry,
      messages.length > 0 ? messages : [`${summary} ${nextStep}`],
    ]),
  )
}
