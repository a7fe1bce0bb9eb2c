import type { Form } from '../../../src-preload/contract/types/form.ts'
import { fieldOf } from './formValues.ts'

/** Names in a label that are none of a field: its row of the table, its file, which of the count. */
const PLAIN = ['row', 'file', 'copy', 'model'] as const

const isPlain = (name: string): boolean => PLAIN.some((plain) => plain === name)

/** Whether the form is wanted for the names in a label. */
export const namesFields = (label: Record<string, string>): boolean =>
  Object.keys(label).some((name) => !isPlain(name))

/** What tells a row of a batch from the others: "Steps 8 · row 3 · copy 2"; without its form, "8 · row 3 · copy 2". */
export const labelText = (label: Record<string, string>, form: Form | undefined): string =>
  Object.entries(label)
    .map(([name, value]) => {
      const called = (form && fieldOf(form, name)?.label) ?? (form || isPlain(name) ? name : '')
      return `${called} ${value}`.trim()
    })
    .join(' · ')
