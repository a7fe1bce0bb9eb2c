/** Names that differ in more than this share of their characters are not similar. */
const MAX_DIFFERENCE = 0.4

/** The option whose name is most similar to a misspelled one: "prmpt" → "Prompt"; undefined if none is. */
export function nearestName<Option extends { label: string }>(
  name: string,
  options: readonly Option[],
): Option | undefined {
  const wanted = normalize(name)
  if (wanted === '') return undefined
  return options
    .map((option) => {
      const label = normalize(option.label)
      return { option, difference: editDistance(wanted, label) / Math.max(wanted.length, label.length) }
    })
    .filter(({ difference }) => difference <= MAX_DIFFERENCE)
    .toSorted((a, b) => a.difference - b.difference)[0]?.option
}

const normalize = (text: string): string =>
  text
    .slice(0, 40)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** Levenshtein distance: how many characters must be inserted, removed or replaced. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [row, char] of Array.from(a).entries()) {
    const current = [row + 1]
    for (let column = 0; column < b.length; column++)
      current.push(
        Math.min(
          (previous[column + 1] ?? 0) + 1,
          (current[column] ?? 0) + 1,
          (previous[column] ?? 0) + (char === b[column] ? 0 : 1),
        ),
      )
    previous = current
  }
  return previous[b.length] ?? 0
}
