import type { AssetDetail } from '../../../src-preload/contract/types/asset.ts'
import type { Form, Values } from '../../../src-preload/contract/types/form.ts'
import type { resultCommands } from '../../../src-preload/shared/keymap/later.ts'
import { call } from '../../host/call.ts'
import { showProblem } from '../../host/problemOf.ts'
import { t } from '../../i18n/t.ts'
import { toasts } from '../../lib/toasts.ts'
import { navigate } from '../../router/navigate.ts'
import type { Handlers } from '../../ui/useShortcuts.ts'
import { draftStore } from '../forms/draftStore.ts'
import { reuseParameters } from './formActions.tsx'

type Part = 'prompt' | 'seed' | 'size'

type Recall = 'recallAll' | 'remix' | 'recallPrompt' | 'recallSeed' | 'recallSize'

const PARTS: Readonly<Partial<Record<Recall, Part>>> = {
  recallPrompt: 'prompt',
  recallSeed: 'seed',
  recallSize: 'size',
}

/**
 * Puts parameters of a result into the form: all of them, all but the seed, or only one. The rest of the form is kept.
 */
export async function recall(command: Recall, assetId: string): Promise<void> {
  try {
    const detail = await call('library.asset', { id: assetId })
    const { parameters } = detail
    if (parameters === null) return show(t('recall.none'))
    const part = PARTS[command]
    if (part === undefined) return reuseParameters(parameters, command === 'recallAll')
    await recallPart(part, detail, parameters)
  } catch (error) {
    showProblem(error)
  }
}

/** Handlers of the commands that recall parameters of a result; disabled without one. */
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

async function recallPart(
  part: Part,
  { asset }: AssetDetail,
  parameters: NonNullable<AssetDetail['parameters']>,
): Promise<void> {
  const draft = draftStore.getState()
  const operation = draft.operation ?? parameters.operation
  const model = draft.models[operation] ?? parameters.model.slug
  const form = await call('forms.open', { operation, model })
  const name = t(`recall.${part}`)
  const { values } = parameters
  const patch =
    part === 'seed'
      ? seedPatch(form, values['seed'] ?? parameters.seed)
      : part === 'size'
        ? sizePatch(form, values['width'] ?? asset.width, values['height'] ?? asset.height)
        : promptPatch(form, values, parameters.lines.find((line) => line.as === 'words')?.name)
  if (patch === 'missing') return show(t('recall.result_lacks', { name }))
  if (patch === 'no field') return show(t('recall.form_lacks', { name }))
  const { setValues, toggleSeedLock, seedLocked } = draftStore.getState()
  setValues(patch, { edit: 'choice', operation })
  // An unlocked seed would be replaced after the next click.
  if (part === 'seed' && !seedLocked) toggleSeedLock()
  toasts.getState().show({
    text: t('recall.done', { name }),
    key: 'recall',
    action: { label: t('recall.open'), run: () => navigate('create') },
  })
}

const show = (text: string): void => void toasts.getState().show({ text, key: 'recall' })

type Patch = Values | 'missing' | 'no field'

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
function promptPatch(form: Form, values: Values, name: string | undefined): Patch {
  const text = name === undefined ? undefined : values[name]
  if (text === undefined || text === null) return 'missing'
  const fields = form.fields.flatMap((field) => (field.kind === 'text' ? [field] : []))
  const sameField = fields.find((field) => field.name === name)
  if (sameField) return { [sameField.name]: text }
  const field = fields.find(({ multiline, several }) => multiline && several === undefined)
  return field && typeof text === 'string' ? { [field.name]: text } : 'no field'
}
