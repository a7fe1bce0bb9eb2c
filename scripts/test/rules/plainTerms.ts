import { sourceFiles } from './sourceFiles.ts'

/** Words of an earlier vocabulary that have no other meaning in this project. */
const REPLACED: Record<string, string> = {
  'a person': 'the user',
  'an end in the middle': 'a crash',
  anew: 'again',
  doubts: 'OutageBreaker',
  heed: 'onEvent',
  insistence: 'RetryingWriter',
  ladder: 'price comparison',
  mayDial: 'isAllowedAddress',
  recipe: 'parameters',
  recipes: 'parameters',
  rung: 'option',
  sitting: 'session',
  sittings: 'sessions',
  'the person': 'the user',
  'very same': 'identical',
}

/** Shipped migrations are never edited. */
const FROZEN = 'src-main/studio/storage/migrations/'
const SELF = 'scripts/test/rules/plainTerms.ts'

/** Places that use a word of the earlier vocabulary, with the term to use. */
export const plainTerms = (): string[] => {
  const term = new RegExp(`\\b(${Object.keys(REPLACED).join('|')})\\b`, 'giu')
  return sourceFiles(['src-main', 'src-preload', 'src-renderer', 'scripts', 'e2e'])
    .filter(({ path }) => !path.startsWith(FROZEN) && path !== SELF)
    .flatMap(({ path, text }) =>
      [...text.matchAll(term)].map(({ index, 0: found }) => {
        const line = text.slice(0, index).split('\n').length
        return `${path}:${line}: "${found}", use "${REPLACED[found.toLowerCase()] ?? REPLACED[found]}"`
      }),
    )
}
