/**
 * Names that the library treats as equal have the same key, whatever the system's language: case is ignored, also of accented letters, and
 * final ς equals σ. ß and ss, and i and the dotless ı, are different letters. The database has it as the function `name_key`.
 */
export const nameKey = (name: string): string => name.toLowerCase().normalize('NFC').replaceAll('ς', 'σ')

/** Each name once, in its first spelling. */
export function distinctNames(names: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const name of names) if (!byKey.has(nameKey(name))) byKey.set(nameKey(name), name)
  return [...byKey.values()]
}
