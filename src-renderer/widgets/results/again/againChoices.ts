import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { AssetDetail, AssetUse, Parameters } from '../../../../src-preload/contract/types/asset.ts'
import type { FieldOf, Form, Values } from '../../../../src-preload/contract/types/form.ts'
import { valuesToCarry } from '../../../../src-preload/shared/values/enteredValues.ts'
import { call } from '../../../host/call.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { t } from '../../../i18n/t.ts'
import { entryNames } from '../../../../src-preload/shared/values/entryNames.ts'
import { changesBetween, changeText } from '../../forms/changes.ts'
import { addDefaultsAndSeeds, randomSeedIn, valuesToSend } from '../../forms/formValues.ts'

/** What a rerun changes: the seed, the model or the size; or the task that uses the result. */
export type AgainWay = 'seed' | 'model' | 'size' | 'enhance' | 'video'
export const AGAIN_WAYS: readonly AgainWay[] = ['seed', 'model', 'size', 'enhance', 'video']

/** What one choice runs. */
export interface AgainDraft {
  form: Form
  values: Values
  /** What else the choice changes, for example values that another model resets. */
  note?: string
}

/** One choice, whose draft is built when it is shown. */
export interface AgainChoice {
  id: string
  label: string
  facts?: readonly string[]
  operation: string
  /** Whether it differs only by its seed. */
  isNewSeed?: boolean
  /** @throws StudioError if the task or model isn't available. */
  build: () => Promise<AgainDraft>
}

interface Source {
  detail: AssetDetail
  parameters: Parameters
  /** The form that the result was made with, as it is now; null if the connection doesn't know its model. */
  form: Form | null
  models: RouteOutput<'models.list'>['models']
  uses: readonly AssetUse[]
}

/** Loads what the choices depend on; null if the file wasn't made from a form. */
export async function loadSource(assetId: string): Promise<Source | null> {
  const [detail, { uses }] = await Promise.all([
    call('library.asset', { id: assetId }),
    call('library.uses', { id: assetId }),
  ])
  const { parameters } = detail
  if (parameters === null) return null
  const { operation, model } = parameters
  const [form, { models }] = await Promise.all([
    openIfKnown(operation, model.slug),
    call('models.list', { operation }),
  ])
  return { detail, parameters, form, models, uses }
}

async function openIfKnown(operation: string, model: string): Promise<Form | null> {
  try {
    return await call('forms.open', { operation, model })
  } catch (error) {
    if (problemOf(error).code === 'model_gone') return null
    throw error
  }
}

/** The choices for one kind of change; empty if it doesn't apply to the result. */
export async function choicesOf(way: AgainWay, source: Source): Promise<AgainChoice[]> {
  switch (way) {
    case 'seed':
      return seedChoices(source)
    case 'model':
      return modelChoices(source)
    case 'size':
      return sizeChoices(source)
    case 'enhance':
    case 'video':
      return taskChoices(way, source)
  }
}

/** The values to send, completed like in the form in Create, without those that the form has no field for. */
const complete = (form: Form, values: Values): Values =>
  valuesToSend(form, addDefaultsAndSeeds(form, values, randomSeedIn))

/** The values with a new random seed in each seed field. */
const withNewSeeds = (form: Form, values: Values): Values => ({
  ...values,
  ...Object.fromEntries(
    form.fields.flatMap((field) =>
      field.kind === 'seed' ? [[field.name, randomSeedIn(field.min, field.max)] as const] : [],
    ),
  ),
})

function seedChoices({ parameters, form }: Source): AgainChoice[] {
  const { operation, values } = parameters
  if (!form?.fields.some(({ kind }) => kind === 'seed')) return []
  const build = async () => ({ form, values: complete(form, withNewSeeds(form, values)) })
  return [{ id: 'seed', label: t('again.new_seed'), operation, isNewSeed: true, build }]
}

/** Other models. What the user didn't enter takes their defaults, as when a model is chosen in the form; the note names all changes. */
const modelChoices = ({ parameters, form: source, models }: Source): AgainChoice[] =>
  models
    .filter(({ slug, isDelisted }) => slug !== parameters.model.slug && !isDelisted)
    .map(({ slug, name, facts }) => ({
      id: `model ${slug}`,
      label: name,
      facts,
      operation: parameters.operation,
      build: async () => {
        const { operation, values } = parameters
        const { form, ...adapted } = await call('forms.adapt', {
          operation,
          model: slug,
          values: source ? valuesToCarry(source, values, undefined) : values,
        })
        const completed = complete(form, adapted.values)
        const changes = changesBetween({ form: source ?? form, values }, { form, values: completed })
        return {
          form,
          values: completed,
          ...(changes.length > 0 && { note: changes.map((change) => changeText(form, change)).join(' · ') }),
        }
      },
    }))

function sizeChoices({ parameters: { operation, values }, form }: Source): AgainChoice[] {
  const field = form?.fields.find((candidate): candidate is FieldOf<'size'> => candidate.kind === 'size')
  if (!form || !field) return []
  return field.presets
    .filter(({ width, height }) => width !== values['width'] || height !== values['height'])
    .map(({ label, width, height }) => ({
      id: `size ${width} ${height}`,
      label: t('again.size', { width: String(width), height: String(height) }),
      facts: [label],
      operation,
      build: async () => ({ form, values: complete(form, { ...values, width, height }) }),
    }))
}

/** Choices of the tasks that accept the result: those that only enhance it, or that make a video from it. */
async function taskChoices(way: 'enhance' | 'video', source: Source): Promise<AgainChoice[]> {
  const { detail, uses } = source
  const { kind } = detail.asset
  const group = way === 'video' ? 'video' : kind
  const candidates = uses.filter(
    (use) => use.available && use.group === group && (way === 'enhance' || kind !== 'video'),
  )
  // A task that accepts the result in several fields is listed with the first one.
  const firstUses = [
    ...new Map(candidates.toReversed().map((use) => [use.operation, use])).values(),
  ].toReversed()
  const lists = await Promise.all(firstUses.map((use) => choicesOfTask(way, use, source)))
  return lists.flat()
}

async function choicesOfTask(
  way: 'enhance' | 'video',
  { operation, operationName, field }: AssetUse,
  source: Source,
): Promise<AgainChoice[]> {
  const { models } = await call('models.list', { operation })
  const listed = models.filter(({ isDelisted }) => !isDelisted)
  const [first] = listed
  if (!first) return []
  const form = await call('forms.open', { operation, model: first.slug })
  const hasText = form.fields.some(({ kind }) => kind === 'text')
  // An enhancement only needs the file.
  if (way === 'enhance' && hasText) return []
  return listed.map(({ slug, name, facts }) => ({
    id: `${operation} ${slug}`,
    label: listed.length > 1 ? t('again.task_with', { task: operationName, model: name }) : operationName,
    facts,
    operation,
    build: async () => {
      const opened = slug === first.slug ? form : await call('forms.open', { operation, model: slug })
      return {
        form: opened,
        values: complete(opened, { ...sharedTexts(opened, source), [field]: [source.detail.asset.id] }),
      }
    },
  }))
}

/** The texts of the result, for fields of the same name. */
const sharedTexts = (form: Form, { parameters: { values } }: Source): Values =>
  Object.fromEntries(
    form.fields
      .filter(({ kind }) => kind === 'text')
      .flatMap(entryNames)
      .flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]] as const])),
  )

/** Runs tasks in order, at most `limit` at a time. */
export class LimitedCalls {
  readonly #limit: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Runs a task when its turn comes. If `signal` is aborted by then, it is skipped and its promise never settles. */
  async run<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#running >= this.#limit) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    if (signal.aborted) {
      this.#waiting.shift()?.()
      return new Promise(() => {})
    }
    this.#running++
    try {
      return await task()
    } finally {
      this.#running--
      this.#waiting.shift()?.()
    }
  }
}
