import type { Flavour } from '../options.ts'
import { liveName } from './inferenceTypes.ts'
import type { SandboxModel } from './SandboxModel.ts'

/** A model as the models endpoint lists it, in one flavour. */
export function modelRecord(model: SandboxModel, flavour: Flavour): Record<string, unknown> {
  return flavour === 'spec' ? specRecord(model) : liveRecord(model)
}

/** The names under which a model's inference types are listed and filtered. */
export function listedTypes(model: SandboxModel, flavour: Flavour): string[] {
  if (flavour === 'spec') return model.types
  return model.types.map(liveName).filter((name) => name !== null)
}

function specRecord(model: SandboxModel): Record<string, unknown> {
  return {
    name: model.name,
    slug: model.slug,
    inference_types: model.types,
    info: infoOf(model) ?? {},
    loras: model.loras ?? null,
    languages: model.languages ?? null,
  }
}

/** facts.md §2.2: `info: []`, flags as text, absent or null `loras` and `languages`, extra keys. */
function liveRecord(model: SandboxModel): Record<string, unknown> {
  const info = infoOf(model)
  if (info && model.live?.stringy) {
    info.features = asText(info.features)
    info.defaults = asText(info.defaults)
  }
  if (info?.defaults && model.live?.placeholderNegative) {
    info.defaults = { ...info.defaults, negative_prompt: 'Negative prompt' }
  }
  if (info?.defaults && model.live?.named) info.defaults = { ...info.defaults, ...displayNames(model) }
  return {
    name: model.name,
    slug: model.slug,
    status: 'standard_model',
    tags: model.live?.tags ?? [],
    inference_types: listedTypes(model, 'live'),
    info: info ?? [],
    ...(model.loras ? { loras: model.loras } : model.live?.nullLoras ? { loras: null } : {}),
    ...(model.languages ? { languages: model.languages } : {}),
  }
}

/** The names people read, where the slugs are meant (facts.md §2.2). */
function displayNames({ languages, defaults }: SandboxModel): Record<string, unknown> {
  const language = languages?.find(({ slug }) => slug === defaults?.lang)
  const voice = language?.voices.find(({ slug }) => slug === defaults?.voice)
  return { ...(language ? { lang: language.name } : {}), ...(voice ? { voice: voice.name } : {}) }
}

function infoOf(model: SandboxModel): Record<string, Record<string, unknown>> | null {
  if (!model.limits && !model.features && !model.defaults) return null
  return {
    ...(model.limits ? { limits: { ...model.limits } } : {}),
    ...(model.features ? { features: { ...model.features } } : {}),
    ...(model.defaults ? { defaults: { ...model.defaults } } : {}),
  }
}

function asText(values: Record<string, unknown> | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values ?? {}).map(([key, value]) => [
      key,
      typeof value === 'boolean' ? (value ? '1' : '0') : String(value),
    ]),
  )
}
