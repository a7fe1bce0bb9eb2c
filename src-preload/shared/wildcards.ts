/**
 * The pattern of the name of a wildcard list: letters, digits, spaces, dots, hyphens and single underscores between them. A text
 * refers to the list as `__name__`, so a name has neither two underscores in a row nor one at either end.
 */
export const WILDCARD_NAME = String.raw`[\p{L}\p{N} .-]+(?:_[\p{L}\p{N} .-]+)*`

/** The most lines of a wildcard list. */
export const MAX_WILDCARD_LINES = 100_000
