/** The longest note of a result, in UTF-16 code units. */
export const MAX_NOTE_LENGTH = 10_000

/** The longest name of a tag, in UTF-16 code units. */
export const MAX_TAG_LENGTH = 100

/** What a tag can't contain: control characters, such as tabs, and separators of lines and paragraphs. */
export const NOT_IN_TAGS = /[\p{Cc}\p{Zl}\p{Zp}]+/u

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

/** The most results that can be selected at once in the gallery. */
export const MAX_SELECTED_RESULTS = 100_000

/** The longest text to search for, in UTF-16 code units. */
export const MAX_SEARCH_LENGTH = 10_000

/** The longest filter of the gallery that is restored after a restart, in UTF-16 code units of its URL. */
export const MAX_GALLERY_FILTER_LENGTH = 20_000

/** The longest id of an entry of the command palette, in UTF-16 code units. */
export const MAX_ENTRY_ID_LENGTH = 1000

/** The most recently used entries of the command palette that are remembered. */
export const MAX_RECENT_ENTRIES = 30

/** The longest text that results can be sorted by similarity to, in UTF-16 code units. */
export const MAX_MEANING_LENGTH = 8000

/** The most conditions of a filter. */
export const MAX_CONDITIONS = 50

/** The most conditions counted in one request. */
export const MAX_COUNTED_CONDITIONS = 100

/** The most values of one condition. */
export const MAX_CONDITION_VALUES = 200

/** Counts beside filters and lists stop here; the window then shows "10,000+". */
export const COUNT_LIMIT = 10_001

/** The longest value of a condition, in UTF-16 code units. */
export const MAX_CONDITION_VALUE_LENGTH = 500

/** The most tags that a filter can name. */
export const MAX_FILTER_TAGS = MAX_CONDITIONS * MAX_CONDITION_VALUES

/** The most saved searches whose results are counted at once. */
export const MAX_SUMMARIES = 100

/** The longest name of a batch, a collection or a saved search, in UTF-16 code units. */
export const MAX_NAME_LENGTH = 200

/** The longest name of a connection, in UTF-16 code units. */
export const MAX_CONNECTION_NAME_LENGTH = 80

/** The longest address of a connection, in UTF-16 code units. */
export const MAX_ADDRESS_LENGTH = 2048

/** The longest API key, in UTF-16 code units. */
export const MAX_API_KEY_LENGTH = 4096

/** The longest text to search the titles of jobs for, in UTF-16 code units. */
export const MAX_JOB_SEARCH_LENGTH = 1000

/** The longest text to search earlier prompts for, in UTF-16 code units. */
export const MAX_PROMPT_SEARCH_LENGTH = 500

/** The longest text to search the values of a filter for, in UTF-16 code units. */
export const MAX_VALUE_SEARCH_LENGTH = 200

/** The longest template of file names, in UTF-16 code units. */
export const MAX_NAME_TEMPLATE_LENGTH = 200

/** The longest text of a table of a batch, in UTF-16 code units. */
export const MAX_TABLE_LENGTH = 7_000_000

/** The most rows of a batch. A plan with more is rejected before any row is built. */
export const MAX_BATCH_ROWS = 10_000

/** The most axes of a sweep. */
export const MAX_AXES = 3

/** The longest spending limit as typed in a draft of a batch, in UTF-16 code units. */
export const MAX_CAP_TEXT_LENGTH = 100

/** The highest spending limit or balance warning, in nano-dollars. */
export const MAX_AMOUNT = 1_000_000_000_000_000

/** The longest edited text of a result, in UTF-16 code units. */
export const MAX_EDITED_TEXT_LENGTH = 5_000_000

/** The longest text that parameters are read from, in UTF-16 code units. */
export const MAX_PARAMETERS_TEXT_LENGTH = 1_000_000

/** The most tags that one call can add to results or remove from them. */
export const MAX_CHANGED_TAGS = 20

/** The most tiles that one call can request by their ids. */
export const MAX_REQUESTED_TILES = 200

/** The most favorite models. */
export const MAX_FAVORITE_MODELS = 200

/** The most models whose prices are read at once. */
export const MAX_PRICED_MODELS = 500

/** The most changes of models that are listed, and that one call can dismiss. */
export const MAX_MODEL_CHANGES = 500

/** The most presets of a library. */
export const MAX_PRESETS = 500

/** The longest text in the parameters of a preset, in UTF-16 code units. */
export const MAX_PRESET_TEXT_LENGTH = 20_000

/** The longest file of presets, in UTF-16 code units. */
export const MAX_PRESET_FILE_LENGTH = 8_000_000

/** The most copies of a form that one click makes. */
export const MAX_COPIES = 4
