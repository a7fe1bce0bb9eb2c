import { createContext, use } from 'react'
import type { Form, Values, Condition } from '../../../../src-preload/contract/types/form.ts'
import type { Issue } from '../../../../src-preload/contract/types/issue.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { FILE_LIMIT_ISSUES, issueText } from '../../../widgets/forms/issueText.ts'

interface OpenForm {
  form: Form
  issues: readonly Issue[]
}

export const FormContext = createContext<OpenForm | null>(null)

export function useForm(): OpenForm {
  const openForm = use(FormContext)
  if (!openForm) throw new Error('useForm is called outside of a form')
  return openForm
}

/** Whether a field's condition is met by the form's constants, the entered values or the defaults. */
export function isConditionMet(form: Form, when: Condition | undefined, values: Values | undefined): boolean {
  if (!when) return true
  const value = form.constants?.[when.field] ?? values?.[when.field] ?? form.defaults[when.field]
  return when.is.some((option) => option === value)
}

type Value = Values[string]

interface Entry {
  /** DOM id of the control, so that an error can link to it. */
  id: string
  value: Value | undefined
  /** Sets a value that is being typed, whose price is requested after a pause. */
  set: (value: Value) => void
  /** Sets a complete value, whose price is requested at once. */
  choose: (value: Value) => void
  /** Marks the entry as visited, so that its errors are shown. */
  touch: () => void
  /** Error shown after the field lost focus, or a rejection by the service. */
  error: string | undefined
}

/** Issues shown before the field is touched, because they can't come from a half-typed value. */
const IMMEDIATE_ISSUES: ReadonlySet<Issue['code']> = new Set([
  'not_an_option',
  'wrong_kind',
  'too_many',
  'only_one_of_group',
  'lora_unavailable',
  'lora_repeated',
  'file_missing',
  'file_wrong_format',
  ...FILE_LIMIT_ISSUES,
])

/** The id of the element that chooses the model. */
export const MODEL_PICKER_ID = 'model-picker'

/** DOM id of the control of an entry. */
export const entryId = (entry: string): string => `field-${entry}`

/** State and setters of one entry of the current draft. */
export function useEntry(entry: string): Entry {
  const { form, issues } = useForm()
  const value = draftStore((draft) => draft.values[form.operation]?.[entry])
  const isTouched = draftStore((draft) => draft.touched[entry] === true)
  const serviceMessage = draftStore(
    (draft) => serviceMessageFor(draft.serviceIssues, entry) ?? serviceMessageFor(draft.priceIssues, entry),
  )
  const issue = issues.find(
    (candidate) => candidate.field === entry && (isTouched || IMMEDIATE_ISSUES.has(candidate.code)),
  )
  return {
    id: entryId(entry),
    value,
    set: (next) => draftStore.getState().setValues({ [entry]: next }),
    choose: (next) => draftStore.getState().setValues({ [entry]: next }, { edit: 'choice' }),
    touch: () => draftStore.getState().touch(entry),
    error: serviceMessage ?? (issue && issueText(issue)),
  }
}

function serviceMessageFor(issues: Record<string, string[]>, entry: string): string | undefined {
  const matching = Object.entries(issues).filter(([name]) => name.split(/[.[]/)[0] === entry)
  return matching.length > 0 ? matching.flatMap(([, messages]) => messages).join(' ') : undefined
}
