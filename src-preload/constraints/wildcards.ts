/**
 * The name of a wildcard list: letters, digits, spaces, dots, hyphens and single underscores between them. A text refers to the list as
 * `__name__`, so a name has neither two underscores in a row nor one at either end.
 */
export const WILDCARD_NAME = /^[\p{L}\p{N} .-]+(?:_[\p{L}\p{N} .-]+)*$/u

/** A reference to a wildcard list in a text, with the name as its first group. */
export const WILDCARD_REFERENCE = /__([\p{L}\p{N} .-]+(?:_[\p{L}\p{N} .-]+)*)__/gu

/** The same, but without a space at either end of the name: such text is probably between two references. */
export const TRIMMED_WILDCARD_REFERENCE = /__(?! )([\p{L}\p{N} .-]+(?:_[\p{L}\p{N} .-]+)*)(?<! )__/gu

/** The same as `WILDCARD_REFERENCE`, only at the `lastIndex` of the expression. */
export const WILDCARD_AT = /__([\p{L}\p{N} .-]+(?:_[\p{L}\p{N} .-]+)*)__/uy

/** The maximum number of lines of a wildcard list. */
export const MAX_WILDCARD_LINES = 100_000

/** Names of the wildcard lists that a text refers to, each once, in their order. */
export const referencedLists = (text: string): string[] => [
  ...new Set([...text.matchAll(WILDCARD_REFERENCE)].map(([, name = '']) => name)),
]

/** The usable lines of a wildcard list: trimmed, without empty ones and comments (`#`). */
export const usableLines = (lines: readonly string[]): string[] =>
  lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
