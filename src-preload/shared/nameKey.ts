/** Names of tags, collections and snippets that the library treats as equal have the same key: the case of ASCII letters is ignored. */
export const nameKey = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** Each name once, in its first spelling. */
export function distinctNames(names: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const name of names) if (!byKey.has(nameKey(name))) byKey.set(nameKey(name), name)
  return [...byKey.values()]
}
