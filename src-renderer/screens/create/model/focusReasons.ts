import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { entriesOf } from '../../../widgets/forms/formValues.ts'
import { focusEntry } from './focusEntry.ts'
import type { Reason } from './blockReasons.ts'

/** Handles a click on a blocked button: shows all issues and focuses the first entry, or the link that solves it. */
export function focusReasons(form: Form, reasons: readonly Reason[]): void {
  draftStore.getState().touch(...form.fields.flatMap(entriesOf))
  const first = reasons.find(({ entry, path }) => entry !== null || path !== undefined)
  if (first?.entry) focusEntry(first.entry)
  else if (first?.path) document.querySelector<HTMLElement>(`[data-way="${first.path}"]`)?.focus()
}
