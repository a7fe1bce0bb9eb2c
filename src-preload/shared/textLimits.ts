/** The longest note of a result, in UTF-16 code units. */
export const MAX_NOTE_LENGTH = 10_000

/** The longest name of a tag, in UTF-16 code units. */
export const MAX_TAG_LENGTH = 100

/** The longest name of a preset, in UTF-16 code units. */
export const MAX_PRESET_NAME_LENGTH = 100

/** The longest name of a snippet, in UTF-16 code units. */
export const MAX_SNIPPET_NAME_LENGTH = 60

/** The longest text of a snippet, in UTF-16 code units. */
export const MAX_SNIPPET_LENGTH = 5000

/** The most snippets of a library. */
export const MAX_SNIPPETS = 200
