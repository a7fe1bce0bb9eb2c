import type { ModelRecord } from '../../models/ModelRecord.ts'
import { modelTypes } from '../Catalogue.ts'
import { defaultNumber } from './modelOptions.ts'
import { knownNames } from './knownNames.ts'
import { nameWords } from '../values/plainText.ts'
import type { FieldRow, Operation, Plain } from '../Operation.ts'
import { rows } from '../rows/rows.ts'

/** No form grows by more, whatever a model says. */
const MOST_FIELDS = 40
const MOST_OPTIONS = 200
const LONGEST_TEXT = 300

const NAME = /^[a-z]\w{0,63}$/i
/** Limits of what goes in, which are no parameters: of files, of words, of tokens. */
const OF_INPUTS =
  /^(input|ref|source|upload)_|^reference_(audio|image|video)|^(image|video|audio|file)s?_(width|height|side|size|duration|seconds|length|bytes|count)|(^|_)(text|caption|prompt|lyrics|tokens?|chars|characters|bytes|mb|images|files)$/
/** With a file that goes in, these are limits of it. */
const OF_FILES = /^(width|height|duration|seconds|length|resolution|side)(_seconds)?$/

/**
 * Rows for what a model tells of and no row of its tasks knows (spec.md §Model): a pair of limits or a default of a number, a
 * feature that can be switched, a list to choose from. Each is sent under its own name, and only when it was changed.
 */
export function modelRows(operation: Operation, record: ModelRecord): FieldRow[] {
  const others = rows.filter((row) => modelTypes(row).some((type) => record.inferenceTypes.includes(type)))
  const known = knownNames([operation, ...others])
  const found = new Map<string, FieldRow>()
  const takesFile = operation.fields.some(({ kind }) => kind === 'file')
  const isFree = (name: string): boolean =>
    NAME.test(name) &&
    !Object.hasOwn(Object.prototype, name) &&
    !known.names.has(name) &&
    !found.has(name) &&
    found.size < MOST_FIELDS
  const { limits, lists, features, defaults } = record
  const toldOf = (name: string): Plain | undefined =>
    Object.hasOwn(defaults, name) ? defaults[name] : undefined
  const isDenied = (name: string): boolean =>
    Object.hasOwn(features, `supports_${name}`) && features[`supports_${name}`] === false

  for (const name of stemsOf(limits)) {
    const keys = [`min_${name}`, `max_${name}`, `${name}_step`]
    if (!isFree(name) || isDenied(name) || keys.some((key) => known.keys.has(key))) continue
    const [min, max, step] = keys.map((key) => (Object.hasOwn(limits, key) ? limits[key] : undefined))
    const start = defaultNumber(toldOf(name) ?? undefined)
    const isPair = min !== undefined && max !== undefined
    const isInput = OF_INPUTS.test(name) || (takesFile && OF_FILES.test(name))
    if (start === undefined && (!isPair || isInput)) continue
    found.set(name, numberRow(name, { min, max, step, start }))
  }
  for (const [key, list] of Object.entries(lists)) {
    const singular = key.replace(/s$/, '')
    // The default names the parameter that the list is of.
    const name = Object.hasOwn(defaults, singular) && isFree(singular) ? singular : key
    if (!isFree(name) || known.keys.has(key) || isDenied(name) || list.length === 0) continue
    const options = [...new Set(list)].slice(0, MOST_OPTIONS)
    found.set(name, {
      ...baseRow(name, toldOf(name)),
      kind: 'choice',
      options: options.map((value) => ({ value, label: String(value) })),
    })
  }
  for (const [key, on] of Object.entries(features)) {
    const name = /^supports_(\w+)$/.exec(key)?.[1]
    if (name === undefined || !on || known.features.has(key) || known.names.has(`${name}s`)) continue
    const told = toldOf(name)
    // A default that is no truth tells more of the parameter than the feature does.
    if (isFree(name) && (told === undefined || typeof told === 'boolean'))
      found.set(name, { ...baseRow(name, told), kind: 'boolean' })
  }
  for (const [name, told] of Object.entries(defaults)) {
    if (!isFree(name) || isDenied(name) || known.keys.has(name) || OF_INPUTS.test(name)) continue
    if (takesFile && OF_FILES.test(name)) continue
    const base = baseRow(name, told)
    if (typeof told === 'number') found.set(name, numberRow(name, { start: told }))
    else if (typeof told === 'boolean') found.set(name, { ...base, kind: 'boolean' })
    else if (told.length <= LONGEST_TEXT) found.set(name, { ...base, kind: 'text', multiline: false })
  }
  return [...found.values()]
}

/** The names that pairs of limits are of, in the order of the limits. */
const stemsOf = (limits: ModelRecord['limits']): Set<string> =>
  new Set(
    Object.keys(limits).flatMap((key) => {
      const stem = /^(?:min|max)_(\w+)$/.exec(key) ?? /^(\w+)_step$/.exec(key)
      return stem?.[1] === undefined ? [] : [stem[1]]
    }),
  )

const baseRow = (name: string, told: Plain | undefined) => ({
  name,
  label: nameWords(name),
  section: 'advanced' as const,
  required: false,
  priced: false,
  help:
    told === undefined || told === null
      ? FROM_MODEL
      : `${FROM_MODEL} It uses ${shortened(told)} unless you change this.`,
  fromModel: told === undefined || told === null ? {} : { default: told },
})

const FROM_MODEL = 'From the model.'

function shortened(told: Plain): string {
  const text = typeof told === 'boolean' ? (told ? 'on' : 'off') : String(told)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

interface Numbers {
  min?: number | undefined
  max?: number | undefined
  step?: number | undefined
  start?: number | undefined
}

function numberRow(name: string, { min, max, step, start }: Numbers): FieldRow {
  const [low = -Infinity, high = Infinity] =
    min !== undefined && max !== undefined && min > max ? [max, min] : [min, max]
  const grid = step !== undefined && step > 0 && isMultiple(low, step) ? step : undefined
  // A range such as 0 to 1 or 1 to 20 may be divided further; a long one of whole numbers is of whole numbers.
  const told = [min, max, start, grid].filter((one) => one !== undefined)
  const isWhole =
    told.every(Number.isInteger) &&
    (grid !== undefined || (Number.isFinite(high) && Math.abs(high) >= 100) || Math.abs(start ?? 0) >= 100)
  return {
    ...baseRow(name, start),
    kind: isWhole ? 'integer' : 'number',
    range: {
      limits: {},
      bounds: { min: low, max: high, ...(grid !== undefined && { step: grid }) },
      sane: { min: -Infinity, max: Infinity },
    },
  }
}

const isMultiple = (value: number, step: number): boolean =>
  !Number.isFinite(value) || Math.abs(value / step - Math.round(value / step)) < 1e-9

/** An operation as one model runs it: with the fields that only the model names, before "More parameters". */
export function operationFor(operation: Operation, record: ModelRecord): Operation {
  const own = modelRows(operation, record)
  if (own.length === 0) return operation
  const last = operation.fields.filter(({ kind }) => kind === 'parameters')
  const others = operation.fields.filter(({ kind }) => kind !== 'parameters')
  return { ...operation, fields: [...others, ...own, ...last] }
}
