interface Limits {
  /** Characters, as people count them; a shorter part joins its neighbour. */
  min?: number | undefined
  max?: number | undefined
}

/** Words that end in a full stop without ending a sentence. */
const ABBREVIATION =
  /(?:^|[\s(["'“‘«])(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Rev|Hon|Gen|Col|Capt|Lt|No|Nos|Fig|Vol|vs|cf|approx|dept|est|e\.g|i\.e|etc|a\.m|p\.m|z\.B|d\.h|u\.a|usw|bzw|ca|Nr|Hr|Fr|M|Mme|Mlle|p\.ex|Sra|Dra|\p{Lu})\.$/u
/** These may well end one: then a new sentence shows itself by its capital. */
const MAYBE_END = /(?:etc|a\.m|p\.m|usw)\.$/u
const CAPITAL = /^["'“‘«(]?\p{Lu}/u
/** What closes a sentence but belongs to it. */
const CLOSING = /^[\s]*["'”’»)\]]+\s*$/u

const countOf = (text: string): number => Array.from(text).length

/**
 * A text as its sentences, in order and with nothing lost but the space between them: by the rules of its script
 * (`Intl.Segmenter`), not torn at abbreviations, initials or closing quotes; each within the limits where that can be.
 */
export function splitSentences(
  text: string,
  language: string | undefined,
  { min = 1, max }: Limits = {},
): string[] {
  const segmenter = segmenterOf(language)
  const sentences = linesOf(text)
    .flatMap((line) =>
      [...segmenter.segment(line)].reduce<string[]>((done, { segment: next }) => {
        const before = done.at(-1)
        return before !== undefined && belongs(before, next)
          ? [...done.slice(0, -1), before + next]
          : [...done, next]
      }, []),
    )
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
  return joinShort(
    sentences.flatMap((sentence) => cutLong(sentence, max ?? Infinity)),
    min,
    max ?? Infinity,
  )
}

function segmenterOf(language: string | undefined): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'sentence' })
  } catch {
    // The service's word for a language need not be a language tag.
    return new Intl.Segmenter(undefined, { granularity: 'sentence' })
  }
}

/** Lines, for a title or a verse ends with its line; one that goes on in small letters was only wrapped. */
function linesOf(text: string): string[] {
  const lines: string[][] = []
  for (const line of text.split('\n')) {
    const open = /^\s*\p{Ll}/u.test(line) ? lines.at(-1) : undefined
    if (open) open.push(line)
    else lines.push([line])
  }
  return lines.map((parts) => parts.map((part) => part.trim()).join(' '))
}

function belongs(before: string, next: string): boolean {
  if (CLOSING.test(next) || /^\p{Ll}/u.test(next)) return true
  const end = before.trimEnd()
  if (!ABBREVIATION.test(end)) return false
  return !(MAYBE_END.test(end) && CAPITAL.test(next))
}

/** A sentence beyond the limit, cut at its last pause that fits, else between words, else where it must be. */
function cutLong(sentence: string, max: number): string[] {
  const letters = Array.from(sentence)
  if (letters.length <= max) return [sentence]
  const head = letters.slice(0, max).join('')
  const at = lastOf(head, /[,;:、,;:—–](?=\s|$)|[、,;]/gu) ?? lastOf(head, /(?<=\S)(?=\s)/gu) ?? head.length
  const rest = sentence.slice(at).trim()
  return [sentence.slice(0, at).trim(), ...(rest === '' ? [] : cutLong(rest, max))]
}

/** The end of the last match in the latter half: a first part of two words helps nobody. */
function lastOf(text: string, pattern: RegExp): number | undefined {
  const ends = [...text.matchAll(pattern)].map((match) => match.index + match[0].length)
  return ends.filter((end) => end >= text.length / 3).at(-1)
}

function joinShort(parts: readonly string[], min: number, max: number): string[] {
  const done: string[] = []
  for (const part of parts) {
    const before = done.at(-1)
    const joined = before === undefined ? part : `${before} ${part}`
    const short = before !== undefined && (countOf(before) < min || countOf(part) < min)
    if (short && countOf(joined) <= max) done[done.length - 1] = joined
    else done.push(part)
  }
  return done
}
