interface Limits {
  /** In Unicode code points; a shorter part is joined with its neighbour. */
  min?: number | undefined
  max?: number | undefined
}

/** Words that end in a full stop without ending a sentence. */
const ABBREVIATION =
  /(?:^|[\s(["'“‘«])(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Rev|Hon|Gen|Col|Capt|Lt|vs|cf|dept|e\.g|i\.e|etc|a\.m|p\.m|z\.B|d\.h|u\.a|usw|bzw|Hr|Fr|M|Mme|Mlle|p\.ex|Sra|Dra|\p{Lu})\.$/u
/** Abbreviations before a number; elsewhere they are ordinary words, such as “No.” or the French “est”. */
const BEFORE_NUMBER = /(?:^|[\s(["'“‘«])(?:No|Nos|Nr|Fig|Vol|approx|ca|est)\.$/u
/** These may also end a sentence if a capital letter follows. */
const MAYBE_END = /(?:etc|a\.m|p\.m|usw)\.$/u
const CAPITAL = /^["'“‘«(]?\p{Lu}/u
/** Closing quotes and brackets belong to the sentence before them. */
const CLOSING = /^[\s]*["'”’»)\]]+\s*$/u

const characterCount = (text: string): number => Array.from(text).length

/**
 * Splits a text into sentences with `Intl.Segmenter`, dropping the whitespace between them and parts without letters
 * or digits. Doesn't split at abbreviations, initials or closing quotes. Each part is within the limits if possible.
 */
export function splitSentences(
  text: string,
  language: string | undefined,
  { min = 1, max }: Limits = {},
): string[] {
  const segmenter = segmenterOf(language)
  const sentences = linesOf(text)
    .flatMap((line) =>
      [...segmenter.segment(line)].reduce<string[]>((sentencesSoFar, { segment: next }) => {
        const previous = sentencesSoFar.at(-1)
        return previous !== undefined && continuesSentence(previous, next)
          ? [...sentencesSoFar.slice(0, -1), previous + next]
          : [...sentencesSoFar, next]
      }, []),
    )
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
  return mergeShort(
    sentences.flatMap((sentence) => splitLong(sentence, max ?? Infinity)),
    min,
    max ?? Infinity,
  )
}

function segmenterOf(language: string | undefined): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language, { granularity: 'sentence' })
  } catch {
    // The service's name of a language may not be a language tag.
    return new Intl.Segmenter(undefined, { granularity: 'sentence' })
  }
}

/** Splits at line breaks, except before a lower-case letter, where the line was only wrapped. */
function linesOf(text: string): string[] {
  const lines: string[][] = []
  for (const line of text.split('\n')) {
    const unfinishedLine = /^\s*\p{Ll}/u.test(line) ? lines.at(-1) : undefined
    if (unfinishedLine) unfinishedLine.push(line)
    else lines.push([line])
  }
  return lines.map((parts) => parts.map((part) => part.trim()).join(' '))
}

function continuesSentence(previous: string, next: string): boolean {
  if (CLOSING.test(next) || /^\p{Ll}/u.test(next)) return true
  const end = previous.trimEnd()
  if (BEFORE_NUMBER.test(end)) return /^\p{N}/u.test(next)
  if (!ABBREVIATION.test(end)) return false
  return !(MAYBE_END.test(end) && CAPITAL.test(next))
}

/** Splits a long sentence at its last pause within the limit, otherwise between words, otherwise anywhere. */
function splitLong(sentence: string, max: number): string[] {
  const characters = Array.from(sentence)
  if (characters.length <= max) return [sentence]
  const maxEnd = characters.slice(0, max).join('').length
  // With the next character, which tells whether a comma ends a word.
  const head = sentence.slice(0, maxEnd + 1)
  const splitIndex =
    lastMatchEnd(head, /[,;:—–](?=\s)|[、，；：]/gu, maxEnd) ??
    lastMatchEnd(head, /(?<=\S)(?=\s)/gu, maxEnd) ??
    maxEnd
  const remainder = sentence.slice(splitIndex).trim()
  return [sentence.slice(0, splitIndex).trim(), ...(remainder === '' ? [] : splitLong(remainder, max))]
}

/** End of the last match within `maxEnd`, unless it is in the first third, where it would leave a tiny first part. */
function lastMatchEnd(text: string, pattern: RegExp, maxEnd: number): number | undefined {
  const ends = [...text.matchAll(pattern)].map((match) => match.index + match[0].length)
  return ends.filter((end) => end >= maxEnd / 3 && end <= maxEnd).at(-1)
}

function mergeShort(parts: readonly string[], min: number, max: number): string[] {
  const merged: string[] = []
  for (const part of parts) {
    const previous = merged.at(-1)
    const joined = previous === undefined ? part : `${previous} ${part}`
    const isShort = previous !== undefined && (characterCount(previous) < min || characterCount(part) < min)
    if (isShort && characterCount(joined) <= max) merged[merged.length - 1] = joined
    else merged.push(part)
  }
  return merged
}
