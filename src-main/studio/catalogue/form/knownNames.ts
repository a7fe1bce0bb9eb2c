import type { FieldRow, Operation, RangeRule } from '../Operation.ts'
import { wireNamesOf } from './entries.ts'
import { rows } from '../rows/rows.ts'

interface KnownNames {
  /** Keys in `info.limits`. */
  keys: Set<string>
  /** Keys in `info.features` of any operation, because a model may state a feature of another operation. */
  features: Set<string>
  /** Entries, their names in requests, and keys of defaults. */
  names: Set<string>
}

/** Everything that the rows of these operations read from a model, and everything they send. */
export function knownNames(operations: readonly Operation[]): KnownNames {
  const fields = operations.flatMap((operation) => operation.fields)
  return {
    keys: new Set(fields.flatMap(keysOf)),
    features: new Set([...rows, ...operations].flatMap(({ fields }) => fields.flatMap(featuresOf))),
    names: new Set([
      ...RESERVED_NAMES,
      ...operations.flatMap(({ fixedParameters = {} }) => Object.keys(fixedParameters)),
      ...fields.flatMap((row) => [...wireNamesOf(row), ...defaultKeysOf(row)]),
    ]),
  }
}

/** Never a field of a model: these belong to every request, or to every model. */
const RESERVED_NAMES = ['model', 'slug', 'name', 'prompt', 'webhook_url', 'webhook_secret', 'seed', 'size']

const featuresOf = (row: FieldRow): string[] =>
  [row, ...(row.kind === 'choice' ? row.options : [])].flatMap(({ feature }) => feature ?? [])

function keysOf(row: FieldRow): string[] {
  const listed = [...(row.published ?? []), ...(row.requiredWith ?? [])]
  if (row.kind === 'choice') return [...listed, ...(row.list === undefined ? [] : [row.list])]
  if (row.kind === 'text' && row.tokens)
    return [
      ...listed,
      ...Object.values(row.tokens),
      ...rangesOf(row).flatMap(({ limits }) => Object.values(limits)),
    ]
  const count = row.kind === 'file' && row.count && 'limit' in row.count ? [row.count.limit] : []
  return [...listed, ...count, ...rangesOf(row).flatMap(({ limits }) => Object.values(limits))]
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
    return [row.default?.width.key, row.default?.height.key].filter((key) => key !== undefined)
  const rule = 'default' in row ? row.default : undefined
  return rule && 'key' in rule && rule.key !== undefined ? [rule.key] : []
}
