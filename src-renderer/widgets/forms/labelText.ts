import type { Form } from '../../../src-preload/contract/types/form.ts'
import { findField } from './formValues.ts'

/** Names in a label that are not field names. */
const NON_FIELD_NAMES = ['row', 'file', 'copy', 'model'] as const

const isNonFieldName = (name: string): boolean => NON_FIELD_NAMES.some((other) => other === name)

/** Whether a label contains field names, so that its form is needed. */
export const hasFieldNames = (label: Record<string, string>): boolean =>
  Object.keys(label).some((name) => !isNonFieldName(name))

/** Text that distinguishes a row of a batch: "Steps 8 · row 3 · copy 2"; without its form, "8 · row 3 · copy 2". */
export const labelText = (label: Record<string, string>, form: Form | undefined): string =>
  Object.entries(label)
    .map(([name, value]) => {
      const displayName = (form && findField(form, name)?.label) ?? (form || isNonFieldName(name) ? name : '')
      return `${displayName} ${value}`.trim()
    })
    .join(' · ')
