const conjunction = new Intl.ListFormat('en', { type: 'conjunction' })
const disjunction = new Intl.ListFormat('en', { type: 'disjunction' })

/** "Steps, Seed, and Guidance". */
export const formatAnd = (items: Iterable<string>): string => conjunction.format(items)

/** "MP3, WAV, or FLAC". */
export const formatOr = (items: Iterable<string>): string => disjunction.format(items)
