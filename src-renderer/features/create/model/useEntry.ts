import type { Values } from '../../../../src-preload/contract/types/form.ts'
import { draftStore } from './draftStore.ts'
import { useForm } from './FormContext.ts'
import { issueWords } from './issueWords.ts'

type Value = Values[string]

interface Entry {
  /** Of the control, so that a reason can lead to it. */
  id: string
  value: Value | undefined
  set: (value: Value) => void
  touch: () => void
  /** Why it cannot run as it is; said once the person has left it, or when the service has refused it. */
  error: string | undefined
}

export const entryId = (entry: string): string => `field-${entry}`

/** One entry of the draft on screen. */
export function useEntry(entry: string): Entry {
  const { form, issues } = useForm()
  const value = draftStore((draft) => draft.values[form.operation]?.[entry])
  const touched = draftStore((draft) => draft.touched[entry] === true)
  const refused = draftStore((draft) => serviceWordsFor(draft.serviceIssues, entry))
  const issue = touched ? issues.find((one) => one.field === entry) : undefined
  return {
    id: entryId(entry),
    value,
    set: (next) => draftStore.getState().setValues({ [entry]: next }),
    touch: () => draftStore.getState().touch(entry),
    error: refused ?? (issue && issueWords(issue)),
  }
}

function serviceWordsFor(all: Record<string, string[]>, entry: string): string | undefined {
  const words = Object.entries(all).filter(([name]) => name.split(/[.[]/)[0] === entry)
  return words.length > 0 ? words.flatMap(([, said]) => said).join(' ') : undefined
}
