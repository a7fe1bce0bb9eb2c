import type { Form } from '../../../src-preload/contract/types/form.ts'
import { fieldOf } from './formValues.ts'

/** Names in a label that are not field names. */
const OWN_NAMES = ['row', 'file', 'copy', 'model'] as const

const isOwnName = (name: string): boolean => OWN_NAMES.some((ownName) => ownName === name)

/** Whether a label contains field names, so that its form is needed. */
export const namesFields = (label: Record<string, string>): boolean =>
  Object.keys(label).some((name) => !isOwnName(name))

/** Text that distinguishes a row of a batch: "Steps 8 · row 3 · copy 2"; without its form, "8 · row 3 · copy 2". */
export const labelText = (label: Record<string, string>, form: Form | undefined): string =>
  Object.entries(label)
    .map(([name, value]) => {
      const displayName = (form && fieldOf(form, name)?.label) ?? (form || isOwnName(name) ? name : '')
      return `${displayName} ${value}`.trim()
    })
    .join(' · ')
