import type { ModelRecord } from '../models/ModelRecord.ts'

interface Entry {
  name: string
  wire?: Readonly<Record<string, string>>
}

/** A model's own default of an entry, under the key that the row names, its name on the wire or its own; undefined: it has none. */
export function toldDefault(
  { name, wire }: Entry,
  { defaults }: ModelRecord,
  key?: string,
): ModelRecord['defaults'][string] | undefined {
  const found = [key, wire?.[name], name].find((one) => one !== undefined && Object.hasOwn(defaults, one))
  return found === undefined ? undefined : defaults[found]
}
