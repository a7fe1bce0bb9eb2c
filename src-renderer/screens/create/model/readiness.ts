import type { Form } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/problem.ts'
import { t } from '../../../i18n/t.ts'
import { entriesOf, fieldOf } from '../../../widgets/forms/formValues.ts'
import { issueText } from './issueText.ts'

/** Why the button can't run; `entry` is where to put it right, or `place` the screen. */
export interface Reason {
  entry: string | null
  place?: string
  words: string
}

interface Circumstances {
  lost: boolean
  vanished: boolean
  form: Form
  issues: readonly Issue[]
  serviceIssues: Record<string, string[]>
}

/** Every reason at once: the list at the button, the shortcut and the click itself go by it. */
export function reasonsWhyNot({ lost, vanished, form, issues, serviceIssues }: Circumstances): Reason[] {
  const labelled = (entry: string, words: string): Reason => {
    const field = fieldOf(form, entry)
    if (!field) return { entry: null, words: t('create.reason', { label: entry, words }) }
    const [stem = entry] = entry.split(/[.[]/)
    const label =
      field.kind === 'size' && stem !== field.name ? (stem === 'width' ? 'Width' : 'Height') : field.label
    return {
      entry: entriesOf(field).includes(stem) ? stem : field.name,
      words: t('create.reason', { label, words }),
    }
  }
  return [
    ...(lost ? [{ entry: null, words: t('create.reason_lost') }] : []),
    ...(vanished ? [{ entry: 'model', words: t('create.reason_vanished') }] : []),
    ...issues.map((issue) => labelled(issue.field, issueText(issue))),
    ...Object.entries(serviceIssues).map(([entry, words]) => labelled(entry, words.join(' '))),
  ]
}
