import type { Segment } from '../../../../../src-preload/contract/types/text.ts'
import { toSegment } from '../../../../../src-preload/shared/segments.ts'

/** A word of a transcript with its time in seconds. */
export interface Word {
  word: string
  start: number | null
  end: number | null
  speaker: string | null
}

export const hasTimes = (words: readonly Word[]): boolean => words.some(({ start }) => start !== null)

const MAX_WORDS_PER_SEGMENT = 40
const LONG_PAUSE_S = 1.5
/** A space between two characters of scripts that are written without spaces. */
const WRONG_SPACE =
  /(?<=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}，？！]) (?=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}，？！])/gu

/** Groups timed words into segments. A new segment starts after a sentence, a long pause or a change of speaker. */
export function groupWords(words: readonly Word[]): Segment[] {
  const groups: Word[][] = []
  for (const word of words) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (!group || !last || isBreak(last, word, group.length)) groups.push([word])
    else group.push(word)
  }
  return groups.flatMap((group) => {
    // Some services start each word with the preceding space.
    const hasSpaces = group.some(({ word }) => /^\s/.test(word))
    const words = group.map(({ word }) => word)
    const text = hasSpaces ? words.join('') : words.join(' ').replaceAll(WRONG_SPACE, '')
    return toSegment(text, group[0]?.start, group.at(-1)?.end, group[0]?.speaker) ?? []
  })
}

const isBreak = (last: Word, next: Word, length: number): boolean =>
  last.speaker !== next.speaker ||
  /[.!?。！？…]["'”’)]?\s*$/.test(last.word) ||
  length >= MAX_WORDS_PER_SEGMENT ||
  (last.end !== null && next.start !== null && next.start - last.end > LONG_PAUSE_S)
