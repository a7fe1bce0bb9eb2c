import type { Segment } from '../../../../src-preload/contract/types/text.ts'
import { segmentOf } from '../segments.ts'

export interface Word {
  word: string
  start: number | null
  end: number | null
  speaker: string | null
}

const MAX_WORDS = 40
const LONG_PAUSE_S = 1.5

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
    // In some services each word starts with the space before it.
    const hasSpaces = group.some(({ word }) => /^\s/.test(word))
    const text = group.map(({ word }) => word).join(hasSpaces ? '' : ' ')
    return segmentOf(text, group[0]?.start, group.at(-1)?.end, group[0]?.speaker) ?? []
  })
}

const isBreak = (last: Word, next: Word, length: number): boolean =>
  last.speaker !== next.speaker ||
  /[.!?。！？…]["'”’)]?\s*$/.test(last.word) ||
  length >= MAX_WORDS ||
  (last.end !== null && next.start !== null && next.start - last.end > LONG_PAUSE_S)
