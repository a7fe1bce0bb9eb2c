import type { AssetKind } from '../../../../src-preload/contract/types/asset.ts'
import type { FieldOf, Form, Values } from '../../../../src-preload/contract/types/form.ts'
import type { FoundParameters } from '../../../../src-preload/contract/types/foundParameters.ts'
import { entryNames } from '../../../../src-preload/shared/values/entryNames.ts'
import { findField, idsOf } from '../../forms/formValues.ts'

/** The task that makes each kind of file from a prompt, for parameters of other programs. */
const TASKS: Partial<Record<AssetKind, string>> = {
  image: 'txt2img',
  video: 'txt2video',
  audio: 'txt2music',
}

/** The id of the task for found parameters. Texts, such as sidecars of other programs, describe images. */
export const taskFor = (found: FoundParameters, kind: AssetKind): string =>
  found.operation ?? TASKS[kind] ?? 'txt2img'

interface Model {
  slug: string
  name: string
  isDelisted: boolean
}

/**
 * The listed model that parameters name; undefined if there is none. Ignores case and punctuation, which vary by
 * program.
 */
export function findModel<M extends Model>(
  models: readonly M[],
  model: FoundParameters['model'],
): M | undefined {
  const listed = models.filter(({ isDelisted }) => !isDelisted)
  if (!model) return undefined
  const name = toKey(model.name)
  return (
    listed.find(({ slug }) => slug === model.slug) ??
    listed.find((candidate) => name !== '' && [candidate.slug, candidate.name].map(toKey).includes(name))
  )
}

const toKey = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** How a form uses found parameters. */
export interface ReusePlan {
  /** The values for the form. */
  values: Values
  /** Names of values that the form has no field for, and of LoRAs that the model doesn't have. */
  leftOut: string[]
  /** Ids of input files that are not in this library. */
  missingFiles: string[]
}

/**
 * Sorts found values by whether the form has a field for them. `hasAsset`: whether an input file is in this library.
 */
export function planReuse(form: Form, found: Values, hasAsset: (id: string) => boolean): ReusePlan {
  const plan: ReusePlan = { values: {}, leftOut: [], missingFiles: [] }
  const known = new Set(form.fields.flatMap(entryNames))
  for (const [entry, value] of Object.entries(found)) {
    if (!known.has(entry)) {
      const loras = lorasOf(value).map(({ name }) => `LoRA ${name}`)
      plan.leftOut.push(...(loras.length > 0 ? loras : [entry.replaceAll('_', ' ')]))
      continue
    }
    const field = findField(form, entry)
    if (field?.kind === 'loras') {
      const { loras, missing } = matchLoras(field, lorasOf(value))
      if (loras.length > 0) plan.values[entry] = loras
      plan.leftOut.push(...missing.map((name) => `LoRA ${name}`))
      continue
    }
    if (field?.kind !== 'file') {
      plan.values[entry] = value
      continue
    }
    const ids = idsOf(value)
    plan.missingFiles.push(...ids.filter((id) => !hasAsset(id)))
    plan.values[entry] = ids.filter(hasAsset)
  }
  return plan
}

/** The ids in the values of the form's file fields. */
export const fileIdsIn = (form: Form, found: Values): string[] =>
  form.fields.filter(({ kind }) => kind === 'file').flatMap(({ name }) => idsOf(found[name]))

/** The LoRAs in a value, each with its name and weight; empty for any other value. */
export const lorasOf = (value: Values[string]): { name: string; weight: number }[] =>
  (Array.isArray(value) ? value : []).flatMap((item) => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return []
    const { name, weight } = item
    return typeof name === 'string' && typeof weight === 'number' ? [{ name, weight }] : []
  })

/** The LoRAs that a model has, by its own names, and the names of the others. Programs name them by their files. */
function matchLoras(field: FieldOf<'loras'>, loras: ReturnType<typeof lorasOf>) {
  const matched = loras.map(({ name, weight }) => {
    const option =
      field.options.find((candidate) => candidate.name === name) ??
      field.options.find((candidate) => [candidate.name, candidate.label].map(toKey).includes(toKey(name)))
    return { option: option?.name, name, weight }
  })
  return {
    loras: matched.flatMap(({ option, weight }) => (option === undefined ? [] : [{ name: option, weight }])),
    missing: matched.flatMap(({ option, name }) => (option === undefined ? [name] : [])),
  }
}
