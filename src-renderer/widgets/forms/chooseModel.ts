import { call } from '../../host/call.ts'
import { showProblem } from '../../host/problemOf.ts'
import { draftStore } from './draftStore.ts'
import { isSame, valuesToCarry } from './enteredValues.ts'

/** The model chosen last, by operation. */
const lastChoices = new Map<string, { model: string }>()

/** Opens a task in the form with a model. Values of another model are adapted, as when it is chosen in the form. */
export async function chooseModel(operation: string, model: string): Promise<void> {
  const draft = draftStore.getState()
  if (draft.operation !== operation) draft.chooseOperation(operation)
  const choice = { model }
  lastChoices.set(operation, choice)
  const current = draft.models[operation]
  const values = draft.values[operation] ?? {}
  if (current === undefined || current === model) return draft.chooseModel(operation, model)
  try {
    const form = await call('forms.open', { operation, model: current })
    const carried = valuesToCarry(form, values, draft.entered[operation])
    const adapted = await call('forms.adapt', { operation, model, values: carried })
    // The response to an earlier choice must not replace a later one.
    if (lastChoices.get(operation) !== choice) return
    const visibleResets = adapted.resets.filter(({ field, to }) => !isSame(values[field], to))
    draftStore.getState().adapt(adapted.form, adapted.values, visibleResets, values)
  } catch (error) {
    showProblem(error)
  }
}
