import type { Flavour } from '../options.ts'
import type { SandboxModel } from './SandboxModel.ts'

/** The live service's names where they differ from the spec's (service.md §Requests); null for types it doesn't list. */
const LIVE_NAMES: Record<string, string | null> = {
  aud2video: 'audio2video',
  vid2txt: 'video2text',
  aud2txt: 'audio2text',
  videofile2txt: 'video_file2text',
  audiofile2txt: 'audio_file2text',
  transcribe: null,
  img_upscale: 'img-upscale',
  img_rmbg: 'img-rmbg',
  videos_replace: 'video-replace',
  vid_upscale: 'vid-upscale',
}

/** A model as the models endpoint lists it, in one flavour. */
export function modelRecord(model: SandboxModel, flavour: Flavour): Record<string, unknown> {
  return flavour === 'spec' ? specRecord(model) : liveRecord(model)
}

/** The names by which a model's inference types are listed and filtered. */
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

/** The live form: `info: []`, flags as text, absent or null `loras` and `languages`, extra keys (service.md §Models). */
function liveRecord(model: SandboxModel): Record<string, unknown> {
  const info = infoOf(model)
  if (info && model.live?.valuesAsText) {
    info.features = asText(info.features)
    info.defaults = asText(info.defaults)
  }
  if (info?.defaults && model.live?.placeholderNegative) {
    info.defaults = { ...info.defaults, negative_prompt: 'Negative prompt' }
  }
  if (info?.defaults && model.live?.displayNames) info.defaults = { ...info.defaults, ...displayNames(model) }
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

/** Defaults with display names in place of slugs (service.md §Models). */
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

/** The name of an inference type in the live service; null when it lists none. */
function liveName(type: string): string | null {
  return type in LIVE_NAMES ? (LIVE_NAMES[type] ?? null) : type
}
