import type { Field } from '../../../../src-preload/contract/types/form.ts'
import type { Parameters } from '../../../../src-preload/contract/types/asset.ts'
import { call } from '../../../host/call.ts'
import { showProblem } from '../../../host/problemOf.ts'
import { navigate } from '../../../router/navigate.ts'
import { draftStore } from '../../forms/draftStore.ts'

/** The text that a result was made from; undefined if there is none. */
export const promptOf = ({ lines }: Pick<Parameters, 'lines'>) => lines.find(({ as }) => as === 'words')

/** Puts the prompt of a result into the open form and keeps its other values. */
export async function reusePrompt(parameters: Parameters): Promise<void> {
  const prompt = promptOf(parameters)
  if (prompt) await reuseValue(parameters, prompt.name, ({ name }) => name === prompt.name, prompt.text)
}

/** Puts the seed of a result into the open form and locks it. */
export async function reuseSeed(parameters: Parameters): Promise<void> {
  if (parameters.seed === null) return
  await reuseValue(parameters, 'seed', ({ kind }) => kind === 'seed', parameters.seed)
  if (!draftStore.getState().seedLocked) draftStore.getState().toggleSeedLock()
}

/** Sets a value in the open form, or in the form of the result's task if the open one has no such field. */
async function reuseValue(
  { operation }: Parameters,
  ownField: string,
  isField: (field: Field) => boolean,
  value: string | number,
): Promise<void> {
  try {
    const { operation: current, chooseOperation, setValues } = draftStore.getState()
    const field = current === null ? undefined : await findField(current, isField)
    if (current !== null && field !== undefined)
      setValues({ [field]: value }, { edit: 'choice', operation: current })
    else {
      chooseOperation(operation)
      setValues({ [ownField]: value }, { edit: 'choice', operation })
    }
    navigate('create')
  } catch (error) {
    showProblem(error)
  }
}

/** The name of the first matching field in a task's form; undefined if there is none, or no model is chosen. */
async function findField(operation: string, isField: (field: Field) => boolean): Promise<string | undefined> {
  const model = draftStore.getState().models[operation]
  if (model === undefined) return undefined
  const form = await call('forms.open', { operation, model })
  return form.fields.find(isField)?.name
}
