import type { Segment } from '../../../src-preload/contract/types/text.ts'
import { segmentOf } from './segments.ts'

export interface Word {
  word: string
  start: number | null
  end: number | null
  speaker: string | null
}

const MOST_WORDS = 40
const LONG_PAUSE = 1.5

/** Timed words as segments: a new one after a sentence, a long pause or a change of speaker. */
export function groupWords(words: readonly Word[]): Segment[] {
  const groups: Word[][] = []
  for (const word of words) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (!group || !last || isBreak(last, word, group.length)) groups.push([word])
    else group.push(word)
  }
  return groups.flatMap((group) => {
    // Some services give each word the blank before it.
    const glued = group.some(({ word }) => /^\s/.test(word))
    const text = group.map(({ word }) => word).join(glued ? '' : ' ')
    return segmentOf(text, group[0]?.start, group.at(-1)?.end, group[0]?.speaker) ?? []
  })
}

const isBreak = (last: Word, next: Word, length: number): boolean =>
  last.speaker !== next.speaker ||
  /[.!?。！？…]["'”’)]?\s*$/.test(last.word) ||
  length >= MOST_WORDS ||
  (last.end !== null && next.start !== null && next.start - last.end > LONG_PAUSE)
