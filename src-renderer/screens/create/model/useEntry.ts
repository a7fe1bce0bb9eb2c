import type { Values } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/problem.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { useForm } from './FormContext.ts'
import { issueText } from './issueText.ts'

type Value = Values[string]

interface Entry {
  /** Of the control, so that a reason can lead to it. */
  id: string
  value: Value | undefined
  set: (value: Value) => void
  /** Sets at one stroke: the price need not wait for a pause. */
  choose: (value: Value) => void
  touch: () => void
  /** Why it cannot run as it is; said once the user has left it, or when the service has refused it. */
  error: string | undefined
}

/** Never the mark of half a value: what the model no longer offers or what is no longer there is said before any touch. */
const AT_ONCE: ReadonlySet<Issue['code']> = new Set([
  'not_an_option',
  'file_missing',
  'wrong_kind',
  'too_many',
])

export const entryId = (entry: string): string => `field-${entry}`

/** One entry of the draft on screen. */
export function useEntry(entry: string): Entry {
  const { form, issues } = useForm()
  const value = draftStore((draft) => draft.values[form.operation]?.[entry])
  const touched = draftStore((draft) => draft.touched[entry] === true)
  const refused = draftStore(
    (draft) => serviceWordsFor(draft.serviceIssues, entry) ?? serviceWordsFor(draft.priceIssues, entry),
  )
  const issue = issues.find((one) => one.field === entry && (touched || AT_ONCE.has(one.code)))
  return {
    id: entryId(entry),
    value,
    set: (next) => draftStore.getState().setValues({ [entry]: next }),
    choose: (next) => draftStore.getState().setValues({ [entry]: next }, { edit: 'choice' }),
    touch: () => draftStore.getState().touch(entry),
    error: refused ?? (issue && issueText(issue)),
  }
}

function serviceWordsFor(all: Record<string, string[]>, entry: string): string | undefined {
  const words = Object.entries(all).filter(([name]) => name.split(/[.[]/)[0] === entry)
  return words.length > 0 ? words.flatMap(([, said]) => said).join(' ') : undefined
}
