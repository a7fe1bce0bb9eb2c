import type { Form } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/problem.ts'
import { t } from '../../../i18n/t.ts'
import { entriesOf, fieldOf } from '../../../widgets/forms/formValues.ts'
import { issueText } from './issueText.ts'

/** Why the button is blocked, with the form entry or the path of the screen where the user can solve it. */
export interface Reason {
  entry: string | null
  path?: string
  text: string
}

interface FormState {
  lost: boolean
  vanished: boolean
  form: Form
  issues: readonly Issue[]
  serviceIssues: Record<string, string[]>
}

/** All reasons why the form can't run. */
export function blockReasons({ lost, vanished, form, issues, serviceIssues }: FormState): Reason[] {
  const reasonFor = (entry: string, text: string): Reason => {
    const field = fieldOf(form, entry)
    if (!field) return { entry: null, text: t('create.reason', { label: entry, words: text }) }
    const [stem = entry] = entry.split(/[.[]/)
    const label =
      field.kind === 'size' && stem !== field.name ? (stem === 'width' ? 'Width' : 'Height') : field.label
    return {
      entry: entriesOf(field).includes(stem) ? stem : field.name,
      text: t('create.reason', { label, words: text }),
    }
  }
  return [
    ...(lost ? [{ entry: null, text: t('create.reason_lost') }] : []),
    ...(vanished ? [{ entry: 'model', text: t('create.reason_vanished') }] : []),
    ...issues.map((issue) => reasonFor(issue.field, issueText(issue))),
    ...Object.entries(serviceIssues).map(([entry, text]) => reasonFor(entry, text.join(' '))),
  ]
}
