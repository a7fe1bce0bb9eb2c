import { call } from '../../host/call.ts'
import { showProblem } from '../../host/problemOf.ts'
import { visibleResets } from './changes.ts'
import { draftStore } from './draftStore.ts'
import { valuesToCarry } from '../../../src-preload/shared/values/enteredValues.ts'

/** Identifies the latest choice of a model, by operation. */
const latestChoices = new Map<string, symbol>()

/**
 * Begins a choice of a model, or of parameters with one. Returns a function that tells whether it is still the latest, because the
 * response to an earlier choice must not replace a later one.
 */
export function beginModelChoice(operation: string): () => boolean {
  const choice = Symbol('model choice')
  latestChoices.set(operation, choice)
  return () => latestChoices.get(operation) === choice
}

/** Opens a task in the form with a model. Values of another model are adapted, as when it is chosen in the form. */
export async function chooseModel(operation: string, model: string): Promise<void> {
  const draft = draftStore.getState()
  if (draft.operation !== operation) draft.chooseOperation(operation)
  const isLatest = beginModelChoice(operation)
  const current = draft.models[operation]
  const values = draft.values[operation] ?? {}
  if (current === undefined || current === model) return draft.chooseModel(operation, model)
  try {
    const form = await call('forms.open', { operation, model: current })
    const carried = valuesToCarry(form, values, draft.entered[operation])
    const adapted = await call('forms.adapt', { operation, model, values: carried })
    if (!isLatest()) return
    const resets = visibleResets(adapted.resets, { form, values })
    draftStore.getState().adapt(adapted.form, adapted.values, resets, values)
  } catch (error) {
    if (isLatest()) showProblem(error)
  }
}
