/** Every text by its full key, `part.name`. */
export const words: Record<string, string> = {}

/** Adds the words of some parts. */
export function addTexts(parts: Record<string, Record<string, string>>): void {
  for (const [part, texts] of Object.entries(parts))
    for (const [name, text] of Object.entries(texts)) words[`${part}.${name}`] = text
}
