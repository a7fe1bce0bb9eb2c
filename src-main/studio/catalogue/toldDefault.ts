import type { ModelRecord } from '../models/ModelRecord.ts'

interface Entry {
  name: string
  wire?: Readonly<Record<string, string>>
  fromModel?: unknown
}

/** A model's own default of an entry, under the key that the row names, its name on the wire or its own; undefined: it has none. */
export function toldDefault(
  { name, wire, fromModel }: Entry,
  { defaults }: ModelRecord,
  key?: string,
): ModelRecord['defaults'][string] | undefined {
  // Such a field is left to the model until it is changed.
  if (fromModel !== undefined) return undefined
  const found = [key, wire?.[name], name].find((one) => one !== undefined && Object.hasOwn(defaults, one))
  return found === undefined ? undefined : defaults[found]
}
