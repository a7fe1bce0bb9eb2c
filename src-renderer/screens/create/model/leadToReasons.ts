import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { entriesOf } from '../../../widgets/forms/formValues.ts'
import { goToEntry } from './goToEntry.ts'
import type { Reason } from './readiness.ts'

/** A click that cannot run shows every issue and goes to the first, or to the way to it. */
export function leadToReasons(form: Form, reasons: readonly Reason[]): void {
  draftStore.getState().touch(...form.fields.flatMap(entriesOf))
  const first = reasons.find(({ entry, place }) => entry !== null || place !== undefined)
  if (first?.entry) goToEntry(first.entry)
  else if (first?.place) document.querySelector<HTMLElement>(`[data-way="${first.place}"]`)?.focus()
}
