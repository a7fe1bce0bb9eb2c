import { videoModels } from './videoModels.ts'
import { otherModels } from './otherModels.ts'
import { imageModels } from './imageModels.ts'
import type { SandboxModel, Flavour } from './SandboxModel.ts'
import { type FieldErrors, type Reply, validationReply } from '../http/Reply.ts'

/** The sandbox's models. Some can be withdrawn while it runs, as at the live service. */
export class ModelList {
  #all: SandboxModel[] = [...imageModels, ...videoModels, ...otherModels]
  #hidden = new Set<string>()

  available(): SandboxModel[] {
    return this.#all.filter((model) => !this.#hidden.has(model.slug))
  }

  find(slug: unknown): SandboxModel | null {
    return this.available().find((model) => model.slug === slug) ?? null
  }

  /** Changes some limits and features of a model; the others stay. */
  change(slug: string, { limits, features }: Pick<SandboxModel, 'limits' | 'features'>): void {
    this.#all = this.#all.map((model) =>
      model.slug === slug
        ? { ...model, limits: { ...model.limits, ...limits }, features: { ...model.features, ...features } }
        : model,
    )
  }

  /** Withdraws these models and restores all others. */
  setHidden(slugs: string[]): void {
    this.#hidden = new Set(slugs)
  }
}

/** Lists models. The live flavour pages by `limit` up to 50 and ignores `per_page` (service.md §Listing models). */
export function listModels(
  models: SandboxModel[],
  query: URLSearchParams,
  flavour: Flavour,
  baseUrl: string,
): Reply {
  const paging = flavour === 'spec' ? readSpecPaging(query) : readLivePaging(query)
  if ('errors' in paging) return validationReply(paging.errors)
  const { page, size } = paging
  const filter = readTypeFilter(query)
  const listed = models.filter((model) => {
    const types = listedTypes(model, flavour)
    return filter === null || types.some((type) => filter.includes(type))
  })
  const last = Math.max(1, Math.ceil(listed.length / size))
  const records = listed
    .slice((page - 1) * size, page * size)
    .map((model) => createModelRecord(model, flavour))
  // The link in place of a missing previous or next page.
  const noLink = flavour === 'spec' ? '' : null
  const pageUrl = (to: number) => `${baseUrl}?${setPage(query, to)}`
  const json = {
    data: records,
    links: {
      first: pageUrl(1),
      last: pageUrl(last),
      prev: page > 1 ? pageUrl(page - 1) : noLink,
      next: page < last ? pageUrl(page + 1) : noLink,
    },
    meta: {
      current_page: page,
      per_page: size,
      total: listed.length,
      last_page: last,
      ...(flavour === 'live' ? { path: baseUrl, ...rangeOf(page, size, listed.length) } : {}),
    },
  }
  return { status: 200, json }
}

/** The numbers of the first and last record of a page; null on an empty page. */
const rangeOf = (page: number, size: number, total: number): { from: number | null; to: number | null } => {
  const from = (page - 1) * size + 1
  return from > total ? { from: null, to: null } : { from, to: Math.min(page * size, total) }
}

type Paging = { page: number; size: number } | { errors: FieldErrors }

function readSpecPaging(query: URLSearchParams): Paging {
  const errors: FieldErrors = {}
  const size = readInteger(query.get('per_page'), 25)
  const page = readInteger(query.get('page'), 1)
  if (size === null) errors.per_page = ['The per page field must be an integer.']
  else if (size < 1 || size > 100) errors.per_page = ['The per page field must be between 1 and 100.']
  if (page === null) errors.page = ['The page field must be an integer.']
  else if (page < 1) errors.page = ['The page field must be at least 1.']
  return size === null || page === null || Object.keys(errors).length > 0 ? { errors } : { page, size }
}

function readLivePaging(query: URLSearchParams): Paging {
  const size = readInteger(query.get('limit'), 25) ?? 25
  const page = readInteger(query.get('page'), 1) ?? 1
  return { page: Math.max(1, page), size: Math.min(50, Math.max(1, size)) }
}

function readInteger(text: string | null, fallback: number): number | null {
  if (text === null || text === '') return fallback
  return /^-?\d{1,9}$/.test(text) ? Number(text) : null
}

function readTypeFilter(query: URLSearchParams): string[] | null {
  const filter = query.get('filter[inference_types]')
  if (filter === null || filter.trim() === '') return null
  return filter.split(',').map((type) => type.trim())
}

function setPage(query: URLSearchParams, page: number): string {
  const next = new URLSearchParams(query)
  next.set('page', String(page))
  return next.toString()
}

/** The live service's names where they differ from the spec's (service.md §Inference types); null for types it doesn't list. */
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
function createModelRecord(model: SandboxModel, flavour: Flavour): Record<string, unknown> {
  return flavour === 'spec' ? createSpecRecord(model) : createLiveRecord(model)
}

/** The names by which a model's inference types are listed and filtered. */
function listedTypes(model: SandboxModel, flavour: Flavour): string[] {
  if (flavour === 'spec') return model.types
  return model.types.map(toLiveName).filter((name) => name !== null)
}

function createSpecRecord(model: SandboxModel): Record<string, unknown> {
  return {
    name: model.name,
    slug: model.slug,
    inference_types: model.types,
    info: createInfo(model) ?? {},
    loras: model.loras ?? null,
    languages: model.languages ?? null,
  }
}

/**
 * The live form: `info: []`, features and defaults as text, absent or null `loras`, absent `languages`, extra keys
 * (service.md §Models).
 */
function createLiveRecord(model: SandboxModel): Record<string, unknown> {
  const info = createInfo(model)
  if (info && model.live?.valuesAsText) {
    info.features = valuesToText(info.features)
    info.defaults = valuesToText(info.defaults)
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

function createInfo(model: SandboxModel): Record<string, Record<string, unknown>> | null {
  if (!model.limits && !model.features && !model.defaults) return null
  return {
    ...(model.limits ? { limits: { ...model.limits } } : {}),
    ...(model.features ? { features: { ...model.features } } : {}),
    ...(model.defaults ? { defaults: { ...model.defaults } } : {}),
  }
}

function valuesToText(values: Record<string, unknown> | undefined): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values ?? {}).map(([key, value]) => [
      key,
      typeof value === 'boolean' ? (value ? '1' : '0') : String(value),
    ]),
  )
}

/** The name of an inference type in the live service; null if it isn't listed there. */
function toLiveName(type: string): string | null {
  return type in LIVE_NAMES ? (LIVE_NAMES[type] ?? null) : type
}
