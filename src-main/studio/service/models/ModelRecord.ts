import { z } from 'zod'

/** A model as the service lists it (service.md §Models). */
export interface ModelRecord {
  slug: string
  name: string
  /** As listed, with the names of the spec or of the live service. */
  inferenceTypes: string[]
  /** Numeric limits by key, such as `min_width`. Other values are left out. */
  limits: Record<string, number>
  /** Limits that are lists, such as `output_formats`. */
  lists: Record<string, (string | number)[]>
  features: Record<string, boolean>
  defaults: Record<string, string | number | boolean>
  loras: { name: string; label: string }[]
  languages: {
    name: string
    slug: string
    voices: { name: string; slug: string; gender: string | null }[]
  }[]
}

/** Upper limit for the lists of a model. */
const MAX_ENTRIES = 2_000
/** Maximum length of a default text, in characters. */
const MAX_DEFAULT_LENGTH = 10_000

const text = z.string().trim().min(1).max(300)
const textOrNumber = z.union([text, z.number().transform(String)])
const object = z.record(z.string(), z.unknown()).catch({})
const list = z.array(z.unknown()).catch([])

const rawModel = z.object({
  slug: textOrNumber,
  name: textOrNumber.nullable().catch(null),
  inference_types: z.unknown().optional(),
  info: object,
  loras: list,
  languages: list,
})
const rawInfo = z.object({ limits: object, features: object, defaults: object })
const rawLora = z.object({ name: textOrNumber, display_name: textOrNumber.nullable().catch(null) })
const rawNamed = z.object({
  name: textOrNumber.nullable().catch(null),
  slug: textOrNumber.nullable().catch(null),
  gender: text.nullable().catch(null),
  voices: list,
})

/**
 * Parses a model leniently (service.md §Models): values of the wrong type are left out, numbers and booleans may be strings, lists may be
 * null, and an empty object may be `[]`. Null without a slug, which requests need.
 */
export const parseModelRecord = (raw: unknown): ModelRecord | null => {
  const { data: model } = rawModel.safeParse(raw)
  if (!model) return null
  const info = rawInfo.parse(model.info)
  return {
    slug: model.slug,
    name: model.name ?? model.slug,
    inferenceTypes: parseTypes(model.inference_types),
    limits: parseMembers(info.limits, parseNumber),
    lists: parseMembers(info.limits, parseList),
    features: parseMembers(info.features, parseBoolean),
    defaults: parseMembers(info.defaults, parseDefault),
    loras: removeDuplicates(parseItems(model.loras, parseLora), (lora) => lora.name),
    languages: removeDuplicates(parseItems(model.languages, parseLanguage), (language) => language.slug),
  }
}

/** Parses a list of names, an object with the names as keys, or a comma-separated string. A key whose value is false is left out. */
const parseTypes = (value: unknown): string[] => {
  const names = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.split(',')
      : Object.entries(object.parse(value)).flatMap(([name, on]) => (on === false ? [] : [name]))
  return [...new Set(parseItems(names, (name) => text.safeParse(name).data ?? null))]
}

const parseNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

const parseList = (value: unknown): (string | number)[] | undefined => {
  if (!Array.isArray(value)) return undefined
  return parseItems(value, (item) => {
    if (typeof item === 'string') return text.safeParse(item).data ?? null
    if (typeof item === 'object') return parseNamed(item)?.slug ?? null
    return typeof item === 'number' && Number.isFinite(item) ? item : null
  })
}

const parseDefault = (value: unknown): string | number | boolean | undefined => {
  if (typeof value === 'string') return value.slice(0, MAX_DEFAULT_LENGTH)
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  return typeof value === 'boolean' ? value : undefined
}

const parseLora = (value: unknown): ModelRecord['loras'][number] | null => {
  const { data } = rawLora.safeParse(typeof value === 'string' ? { name: value } : value)
  return data ? { name: data.name, label: data.display_name ?? data.name } : null
}

const parseLanguage = (value: unknown): ModelRecord['languages'][number] | null => {
  const named = parseNamed(value)
  if (!named) return null
  const voices = parseItems(named.voices, (voice) => {
    const found = parseNamed(voice)
    return found && { name: found.name, slug: found.slug, gender: found.gender }
  })
  return { name: named.name, slug: named.slug, voices: removeDuplicates(voices, (voice) => voice.slug) }
}

/** Parses a language or a voice, of which the name or the slug may be missing; null without both. */
const parseNamed = (value: unknown) => {
  const { data } = rawNamed.safeParse(typeof value === 'string' ? { name: value } : value)
  const name = data?.name ?? data?.slug
  const slug = data?.slug ?? data?.name
  return data && name && slug ? { ...data, name, slug } : null
}

const parseMembers = <T>(
  source: Record<string, unknown>,
  read: (value: unknown) => T | undefined,
): Record<string, T> => {
  const found: Record<string, T> = {}
  for (const [key, value] of Object.entries(source).slice(0, MAX_ENTRIES)) {
    const parsed = read(value)
    if (parsed !== undefined && /^\w{1,100}$/.test(key) && key !== '__proto__') found[key] = parsed
  }
  return found
}

const parseItems = <T>(values: unknown[], read: (value: unknown) => T | null): T[] =>
  values
    .slice(0, MAX_ENTRIES)
    .map(read)
    .filter((value) => value !== null)

/** Keeps the first value of each name. */
const removeDuplicates = <T>(values: T[], nameOf: (value: T) => string): T[] => {
  const found = new Map<string, T>()
  for (const value of values) if (!found.has(nameOf(value))) found.set(nameOf(value), value)
  return [...found.values()]
}

/** Parses a boolean as services write it: true or false, 1 or 0, or one of these as a string (service.md §Models); otherwise undefined. */
export const parseBoolean = (value: unknown): boolean | undefined => {
  const plain = typeof value === 'string' ? value.trim().toLowerCase() : value
  if (plain === true || plain === 1 || plain === '1' || plain === 'true' || plain === 'yes') return true
  const isFalse = plain === false || plain === 0 || plain === '0' || plain === 'false' || plain === 'no'
  return isFalse ? false : undefined
}

/** The picker shows this many facts per model. */
const MAX_FACTS = 4
/** Limits from this value on are not shown, because nothing real reaches them. */
const UNREACHABLE_LIMIT = 1e9

/** Short facts that distinguish models in the picker, such as "8 steps" or "up to 2048 px". */
export const describeModel = (record: ModelRecord): string[] => {
  const limit = (key: string): number | null => {
    const value = record.limits[key]
    return value !== undefined && value > 0 && value < UNREACHABLE_LIMIT ? value : null
  }
  const upTo = (key: string, unit: string): string | null => {
    const max = limit(key)
    return max === null ? null : `up to ${max.toLocaleString('en-US')} ${unit}`
  }
  const voices = new Set(record.languages.flatMap((language) => language.voices.map((voice) => voice.slug)))
  return [
    formatSteps(limit('min_steps'), limit('max_steps')),
    formatSize(limit('max_width'), limit('max_height')),
    upTo('max_frames', 'frames'),
    upTo('max_duration', 's'),
    upTo('max_video_duration_seconds', 's'),
    upTo('max_text', 'characters'),
    upTo('max_input_tokens', 'tokens'),
    limit('max_input_images') === 1 ? null : upTo('max_input_images', 'images'),
    formatCount(record.languages.length, 'language'),
    formatCount(voices.size, 'voice'),
    record.loras.length > 0 ? 'LoRAs' : null,
  ]
    .filter((fact) => fact !== null)
    .slice(0, MAX_FACTS)
}

const formatSteps = (min: number | null, max: number | null): string | null => {
  if (max === null) return null
  return min === max || max === 1 ? formatCount(max, 'step') : `up to ${max} steps`
}

const formatSize = (width: number | null, height: number | null): string | null => {
  if (width !== null && height !== null && width !== height) return `up to ${width} × ${height} px`
  const side = width ?? height
  return side === null ? null : `up to ${side} px`
}

const formatCount = (count: number, noun: string): string | null =>
  count > 0 ? `${count} ${noun}${count === 1 ? '' : 's'}` : null
