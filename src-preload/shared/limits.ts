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

/** The most results or jobs that one call can name. */
export const MAX_IDS = 10_000

/** The longest text to search for, in UTF-16 code units. */
export const MAX_SEARCH_LENGTH = 10_000

/** The longest description of what results by meaning should show, in UTF-16 code units. */
export const MAX_MEANING_LENGTH = 8000

/** The most conditions of a filter. */
export const MAX_CONDITIONS = 50

/** The most values of one condition. */
export const MAX_CONDITION_VALUES = 200

/** The longest value of a condition, in UTF-16 code units. */
export const MAX_CONDITION_VALUE_LENGTH = 500

/** The most tags that a filter can name. */
export const MAX_FILTER_TAGS = MAX_CONDITIONS * MAX_CONDITION_VALUES
