import { sourceFiles } from './sourceFiles.ts'

/** Terms of an earlier vocabulary that have no other meaning in this project. */
const REPLACED: Record<string, string> = {
  'a person': 'the user',
  'an end in the middle': 'a crash',
  anew: 'again',
  'doomed files': 'PendingDeletions',
  doubts: 'OutageBreaker',
  heed: 'onEvent',
  insistence: 'RetryingWriter',
  ladder: 'price comparison',
  'learnt limit': 'AdaptiveRateLimiter',
  'limit book': 'RateLimits',
  'made again': 'retried',
  'may dial': 'isAllowedAddress',
  'narrow limit': 'AdaptiveRateLimiter',
  'open doors': 'createHandlers',
  'plain words': 'plainText',
  'problem words': 'problemMessage',
  recipe: 'parameters',
  recipes: 'parameters',
  rung: 'option',
  sitting: 'session',
  sittings: 'sessions',
  'steady clock': 'monotonicClock',
  'stray files': 'OrphanFiles',
  'the person': 'the user',
  'told limit': 'HeaderRateLimiter',
  'under way': 'in progress',
  'very same': 'identical',
}

/** Shipped migrations are never edited, and the list of words names them. */
const EXEMPT =
  /^src-main\/studio\/storage\/migrations\/|^docs\/words\.md$|^scripts\/test\/rules\/plainTerms(\.test)?\.ts$/

/** Separates the words of identifiers, so that `LimitBook` and `limit_book` are found as "limit book". */
const splitIdentifiers = (line: string): string =>
  line.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replaceAll(/[_-]/g, ' ')

const REPLACED_TERM = new RegExp(`\\b(${Object.keys(REPLACED).join('|')})\\b`, 'giu')

/** The terms of the earlier vocabulary in a line, each with the term to use. */
export const findReplacedTerms = (line: string): string[] =>
  [...splitIdentifiers(line).matchAll(REPLACED_TERM)].map(
    ([found]) => `"${found}", use "${REPLACED[found.toLowerCase()]}"`,
  )

/** Places that use a term of the earlier vocabulary, with the term to use. */
export const plainTerms = (): string[] =>
  sourceFiles(['src-main', 'src-preload', 'src-renderer', 'scripts', 'e2e', 'docs'])
    .filter(({ path }) => !EXEMPT.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .flatMap((line, index) => findReplacedTerms(line).map((found) => `${path}:${index + 1}: ${found}`)),
    )
