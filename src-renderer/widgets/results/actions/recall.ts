import type { AssetDetail, Parameters } from '../../../../src-preload/contract/types/asset.ts'
import type { Form, Values } from '../../../../src-preload/contract/types/form.ts'
import type { resultCommands } from '../../../../src-preload/shared/keymap/lazyCommands.ts'
import { call } from '../../../host/call.ts'
import { showProblem } from '../../../host/problemOf.ts'
import { t } from '../../../i18n/t.ts'
import { toasts } from '../../../lib/toasts.ts'
import { goTo, navigate } from '../../../router/navigate.ts'
import type { Handlers } from '../../../ui/useShortcuts.ts'
import { draftStore } from '../../forms/draftStore.ts'
import { isTaskKnown, reuseParameters } from './formActions.tsx'

type Part = 'prompt' | 'seed' | 'size'

type Recall = 'recallAll' | 'remix' | 'recallPrompt' | 'recallSeed' | 'recallSize'

const PARTS: Readonly<Partial<Record<Recall, Part>>> = {
  recallPrompt: 'prompt',
  recallSeed: 'seed',
  recallSize: 'size',
}

/**
 * Puts parameters of a result into the form: all of them, all but the seed, or one, which keeps the rest of the form.
 */
export const recall = (command: Recall, assetId: string): Promise<void> =>
  withParameters(assetId, (parameters, detail) => {
    const part = PARTS[command]
    return part === undefined
      ? reuseParameters(parameters, command === 'recallAll')
      : recallPart(part, detail, parameters)
  })

/** Calls `use` with the parameters of a result. If it has none, a toast says so; failures are shown. */
async function withParameters(
  assetId: string,
  use: (parameters: Parameters, detail: AssetDetail) => Promise<void> | void,
): Promise<void> {
  try {
    const detail = await call('library.asset', { id: assetId })
    if (detail.parameters === null) show(t('recall.none'))
    else await use(detail.parameters, detail)
  } catch (error) {
    showProblem(error)
  }
}

/** Handlers of the commands that recall parameters of a result; disabled without a result. */
export const recallHandlers = (
  assetId: string | undefined,
): Pick<Handlers<typeof resultCommands>, Recall> => {
  const handle = (command: Recall) => assetId !== undefined && (() => void recall(command, assetId))
  return {
    recallAll: handle('recallAll'),
    remix: handle('remix'),
    recallPrompt: handle('recallPrompt'),
    recallSeed: handle('recallSeed'),
    recallSize: handle('recallSize'),
  }
}

async function recallPart(part: Part, { asset }: AssetDetail, parameters: Parameters): Promise<void> {
  const draft = draftStore.getState()
  const operation = draft.operation ?? parameters.operation
  const model = draft.models[operation] ?? parameters.model.slug
  const form = await call('forms.open', { operation, model })
  const name = t(`recall.${part}`)
  const { values } = parameters
  const patch =
    part === 'size'
      ? sizePatch(form, values['width'] ?? asset.width, values['height'] ?? asset.height)
      : patchFor(part, form, parameters)
  if (patch === 'missing') return show(t('recall.result_lacks', { name }))
  if (patch === 'no field') return show(t('recall.form_lacks', { name }))
  apply(patch, part, operation)
  toasts.getState().show({
    text: t('recall.done', { name }),
    key: 'recall',
    action: { label: t('recall.open'), ...goTo('create') },
  })
}

/**
 * Puts the prompt or the seed of a result into the open form and goes to it. If that form has no field for it, the form of the result's task is
 * opened.
 */
export async function reusePart(part: 'prompt' | 'seed', parameters: Parameters): Promise<void> {
  try {
    const { operation, models, chooseOperation } = draftStore.getState()
    const model = operation === null ? undefined : models[operation]
    const patch =
      operation === null || model === undefined
        ? 'no field'
        : patchFor(part, await call('forms.open', { operation, model }), parameters)
    if (operation !== null && typeof patch === 'object') apply(patch, part, operation)
    else {
      if (!(await isTaskKnown(parameters.operation))) return
      chooseOperation(parameters.operation)
      apply(ownPatch(part, parameters), part, parameters.operation)
    }
    navigate('create')
  } catch (error) {
    showProblem(error)
  }
}

/** Puts the prompt of a result into the form and goes to it. A result without a prompt only shows a toast. */
export const reusePrompt = (assetId: string): Promise<void> =>
  withParameters(assetId, (parameters) =>
    promptLineOf(parameters) === undefined
      ? show(t('recall.result_lacks', { name: t('recall.prompt') }))
      : reusePart('prompt', parameters),
  )

/** Sets values in a task's form, and locks a recalled seed. */
function apply(patch: Values, part: Part, operation: string): void {
  const { setValues, lockSeed } = draftStore.getState()
  setValues(patch, { edit: 'choice', operation })
  // An unlocked seed would be replaced after the next click.
  if (part === 'seed') lockSeed(true, operation)
}

const show = (text: string): void => void toasts.getState().show({ text, key: 'recall' })

type Patch = Values | 'missing' | 'no field'

const patchFor = (part: 'prompt' | 'seed', form: Form, parameters: Parameters): Patch =>
  part === 'seed' ? seedPatch(form, seedOf(parameters)) : promptPatch(form, parameters)

/** The values to set in the form that the result was made with. */
function ownPatch(part: 'prompt' | 'seed', parameters: Parameters): Values {
  if (part === 'seed') return { seed: seedOf(parameters) }
  const prompt = promptLineOf(parameters)
  return prompt === undefined ? {} : { [prompt.name]: promptValue(prompt, parameters) }
}

/** The line with the prompt of a result; undefined if there is none. */
export const promptLineOf = ({ lines }: Pick<Parameters, 'lines'>): Parameters['lines'][number] | undefined =>
  lines.find(({ as }) => as === 'multiline')

/** The prompt as it was entered, which may be several texts. */
const promptValue = ({ name, text }: Parameters['lines'][number], { values }: Parameters): Values[string] =>
  values[name] ?? text

const seedOf = ({ values, seed }: Parameters): Values[string] => values['seed'] ?? seed

function seedPatch(form: Form, seed: Values[string] | undefined): Patch {
  if (typeof seed !== 'number') return 'missing'
  const field = form.fields.find(({ kind }) => kind === 'seed')
  return field ? { [field.name]: seed } : 'no field'
}

function sizePatch(form: Form, width: Values[string] | undefined, height: Values[string] | undefined): Patch {
  if (typeof width !== 'number' || typeof height !== 'number') return 'missing'
  return form.fields.some(({ kind }) => kind === 'size') ? { width, height } : 'no field'
}

/** The prompt goes into the field of the same name, otherwise into the first multiline text field. */
function promptPatch(form: Form, parameters: Parameters): Patch {
  const prompt = promptLineOf(parameters)
  if (prompt === undefined) return 'missing'
  const text = promptValue(prompt, parameters)
  const fields = form.fields.flatMap((field) => (field.kind === 'text' ? [field] : []))
  const sameField = fields.find((field) => field.name === prompt.name)
  if (sameField) return { [sameField.name]: text }
  const field = fields.find(({ multiline, several }) => multiline && several === undefined)
  return field && typeof text === 'string' ? { [field.name]: text } : 'no field'
}
