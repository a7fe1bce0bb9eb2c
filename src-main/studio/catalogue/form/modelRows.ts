import { isMultiple } from '../../../../src-preload/shared/values/numberRules.ts'
import type { ModelRecord } from '../../service/models/ModelRecord.ts'
import { truncateWithEllipsis } from '../../library/cutText.ts'
import { runnableModelTypes } from '../Catalogue.ts'
import { numericDefault } from '../kinds/modelConstraints.ts'
import { labelFromName, wireNamesOf } from './entries.ts'
import type { FieldRow, Operation, JsonScalar, RangeRule } from '../Operation.ts'
import { builtInOperations } from '../rows/builtInOperations.ts'

/** The maximum number of fields that one model can add to a form, of options per field, and of characters in a default text. */
const MAX_FIELDS = 40
const MAX_OPTIONS = 200
const MAX_TEXT_LENGTH = 300

const NAME_PATTERN = /^[a-z]\w{0,63}$/i
/** Names of limits of inputs (files, text, tokens), which are not parameters. */
const INPUT_LIMIT =
  /^(input|ref|source|upload)_|^reference_(audio|image|video)|^(image|video|audio|file)s?_(width|height|side|size|duration|seconds|length|bytes|count)|(^|_)(text|caption|prompt|lyrics|tokens?|chars|characters|bytes|mb|images|files)$/
/** Names of limits that refer to the file if an operation has an input file. */
const FILE_LIMIT = /^(width|height|duration|seconds|length|resolution|side)(_seconds)?$/

/**
 * Rows for parameters that a model states and none of its operations has a row for (service.md §Models): a number from a pair of limits
 * or a default, a switch from a feature, a choice from a list. Each is sent under its own name, and only if the user changed it.
 */
export function modelRows(operation: Operation, record: ModelRecord): FieldRow[] {
  const modelOperations = builtInOperations.filter((row) =>
    runnableModelTypes(row).some((type) => record.inferenceTypes.includes(type)),
  )
  const serviceNames = serviceNamesOf([operation, ...modelOperations])
  const found = new Map<string, FieldRow>()
  const hasFileField = operation.fields.some(({ kind }) => kind === 'file')
  const isFree = (name: string): boolean =>
    NAME_PATTERN.test(name) &&
    !Object.hasOwn(Object.prototype, name) &&
    !serviceNames.names.has(name) &&
    !found.has(name) &&
    found.size < MAX_FIELDS
  const { limits, lists, features, defaults } = record
  const defaultOf = (name: string): JsonScalar | undefined =>
    Object.hasOwn(defaults, name) ? defaults[name] : undefined
  const isUnsupported = (name: string): boolean =>
    Object.hasOwn(features, `supports_${name}`) && features[`supports_${name}`] === false

  for (const name of limitNames(limits)) {
    const keys = [`min_${name}`, `max_${name}`, `${name}_step`]
    if (!isFree(name) || isUnsupported(name) || keys.some((key) => serviceNames.limitKeys.has(key))) continue
    const [min, max, step] = keys.map((key) => (Object.hasOwn(limits, key) ? limits[key] : undefined))
    const initial = numericDefault(defaultOf(name) ?? undefined)
    const isPair = min !== undefined && max !== undefined
    const isInput = INPUT_LIMIT.test(name) || (hasFileField && FILE_LIMIT.test(name))
    if (initial === undefined && (!isPair || isInput)) continue
    found.set(name, numberRow(name, { min, max, step, default: initial }))
  }
  for (const [key, list] of Object.entries(lists)) {
    const singular = key.replace(/s$/, '')
    // A default under the singular name shows that this is the parameter's name.
    const name = Object.hasOwn(defaults, singular) && isFree(singular) ? singular : key
    if (!isFree(name) || serviceNames.limitKeys.has(key) || isUnsupported(name) || list.length === 0) continue
    const options = [...new Set(list)].slice(0, MAX_OPTIONS)
    found.set(name, {
      ...baseRow(name, defaultOf(name)),
      kind: 'choice',
      options: options.map((value) => ({ value, label: String(value) })),
    })
  }
  for (const [key, isOn] of Object.entries(features)) {
    const name = /^supports_(\w+)$/.exec(key)?.[1]
    // A feature such as `supports_lora` belongs to the field `loras`.
    if (name === undefined || !isOn || serviceNames.features.has(key) || serviceNames.names.has(`${name}s`))
      continue
    const stated = defaultOf(name)
    // A default that isn't a boolean describes the parameter better than the feature does.
    if (isFree(name) && (stated === undefined || typeof stated === 'boolean'))
      found.set(name, { ...baseRow(name, stated), kind: 'boolean' })
  }
  for (const [name, stated] of Object.entries(defaults)) {
    if (!isFree(name) || isUnsupported(name) || serviceNames.limitKeys.has(name) || INPUT_LIMIT.test(name))
      continue
    if (hasFileField && FILE_LIMIT.test(name)) continue
    const base = baseRow(name, stated)
    if (typeof stated === 'number') found.set(name, numberRow(name, { default: stated }))
    else if (typeof stated === 'boolean') found.set(name, { ...base, kind: 'boolean' })
    else if (stated.length <= MAX_TEXT_LENGTH) found.set(name, { ...base, kind: 'text', multiline: false })
  }
  return [...found.values()]
}

/** The parameter names in keys such as `min_strength`, in the order of the limits. */
const limitNames = (limits: ModelRecord['limits']): Set<string> =>
  new Set(
    Object.keys(limits).flatMap((key) => {
      const match = /^(?:min|max)_(\w+)$/.exec(key) ?? /^(\w+)_step$/.exec(key)
      return match?.[1] === undefined ? [] : [match[1]]
    }),
  )

const baseRow = (name: string, stated: JsonScalar | undefined) => ({
  name,
  label: labelFromName(name),
  section: 'advanced' as const,
  required: false,
  priced: false,
  help:
    stated === undefined || stated === null
      ? MODEL_FIELD_HELP
      : `${MODEL_FIELD_HELP} Default: ${shortText(stated)}`,
  fromModel: stated === undefined || stated === null ? {} : { default: stated },
})

const MODEL_FIELD_HELP = 'Parameter of this model.'

/** Characters of a default in the help text of its field. */
const MAX_HELP_DEFAULT_LENGTH = 60

const shortText = (stated: JsonScalar): string =>
  truncateWithEllipsis(
    typeof stated === 'boolean' ? (stated ? 'on' : 'off') : String(stated),
    MAX_HELP_DEFAULT_LENGTH,
  )

/** What a model states about a numeric parameter. */
interface StatedNumber {
  min?: number | undefined
  max?: number | undefined
  step?: number | undefined
  default?: number | undefined
}

/**
 * A parameter without a step whose limits and default are integers may still allow decimals (0 to 1, 1 to 20). If its maximum or default
 * is at least this large, it is assumed to be an integer.
 */
const INTEGER_THRESHOLD = 100

function numberRow(name: string, { min, max, step, default: initial }: StatedNumber): FieldRow {
  const [low = -Infinity, high = Infinity] =
    min !== undefined && max !== undefined && min > max ? [max, min] : [min, max]
  const validStep = step !== undefined && step > 0 && isMultiple(low, step) ? step : undefined
  const stated = [min, max, initial, validStep].filter((number) => number !== undefined)
  const isInteger =
    stated.every(Number.isInteger) &&
    (validStep !== undefined ||
      (Number.isFinite(high) && Math.abs(high) >= INTEGER_THRESHOLD) ||
      Math.abs(initial ?? 0) >= INTEGER_THRESHOLD)
  return {
    ...baseRow(name, initial),
    kind: isInteger ? 'integer' : 'number',
    range: {
      limitKeys: {},
      documentedBounds: { min: low, max: high, ...(validStep !== undefined && { step: validStep }) },
      plausible: { min: -Infinity, max: Infinity },
    },
  }
}

/** An operation as one model runs it: with the additional fields of the model, before "More parameters". */
export function operationFor(operation: Operation, record: ModelRecord): Operation {
  const added = modelRows(operation, record)
  if (added.length === 0) return operation
  const moreParameters = operation.fields.filter(({ kind }) => kind === 'parameters')
  const others = operation.fields.filter(({ kind }) => kind !== 'parameters')
  return { ...operation, fields: [...others, ...added, ...moreParameters] }
}

interface ServiceNames {
  /** Keys in `info.limits`. */
  limitKeys: Set<string>
  /** Keys in `info.features` of any operation, because a model may state a feature of another operation. */
  features: Set<string>
  /** Entries, their names in requests, and keys of defaults. */
  names: Set<string>
}

/** Everything that the rows of these operations read from a model, and everything they send. */
function serviceNamesOf(operations: readonly Operation[]): ServiceNames {
  const fields = operations.flatMap((operation) => operation.fields)
  return {
    limitKeys: new Set(fields.flatMap(limitKeysOf)),
    features: new Set(
      [...builtInOperations, ...operations].flatMap(({ fields }) => fields.flatMap(featuresOf)),
    ),
    names: new Set([
      ...RESERVED_NAMES,
      ...operations.flatMap(({ fixedParameters = {} }) => Object.keys(fixedParameters)),
      ...fields.flatMap((row) => [...wireNamesOf(row), ...defaultKeysOf(row)]),
    ]),
  }
}

/** Names that never become a field of a model, because they belong to every request or to every model. */
const RESERVED_NAMES = ['model', 'slug', 'name', 'prompt', 'webhook_url', 'webhook_secret', 'seed', 'size']

const featuresOf = (row: FieldRow): string[] =>
  [row, ...(row.kind === 'choice' ? row.options : [])].flatMap(({ feature }) => feature ?? [])

function limitKeysOf(row: FieldRow): string[] {
  const listed = [...(row.shownWithLimits ?? []), ...(row.requiredWithKeys ?? [])]
  if (row.kind === 'choice') return [...listed, ...(row.optionsKey === undefined ? [] : [row.optionsKey])]
  if (row.kind === 'text' && row.tokenLimitKeys)
    return [
      ...listed,
      ...Object.values(row.tokenLimitKeys),
      ...rangesOf(row).flatMap(({ limitKeys }) => Object.values(limitKeys)),
    ]
  const count =
    row.kind === 'file' && row.maxFiles && 'limitKey' in row.maxFiles ? [row.maxFiles.limitKey] : []
  return [...listed, ...count, ...rangesOf(row).flatMap(({ limitKeys }) => Object.values(limitKeys))]
}

function rangesOf(row: FieldRow): RangeRule[] {
  if (row.kind === 'integer' || row.kind === 'number') return [row.range]
  if (row.kind === 'size') return [row.width, row.height]
  if (row.kind === 'text') return row.length ? [row.length] : []
  if (row.kind !== 'file') return []
  return [row.width, row.height, row.seconds].filter((rule) => rule !== undefined)
}

function defaultKeysOf(row: FieldRow): string[] {
  if (row.kind === 'size')
    return [row.default?.width.modelKey, row.default?.height.modelKey].filter((key) => key !== undefined)
  const rule = 'default' in row ? row.default : undefined
  return rule && 'modelKey' in rule && rule.modelKey !== undefined ? [rule.modelKey] : []
}
