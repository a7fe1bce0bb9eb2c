import { useDeferredValue, useMemo, useState } from 'react'
import { findMatches, type Match } from './findMatches.ts'

export interface Search {
  text: string
  matches: readonly Match[]
  /** The current match; undefined if there are none. */
  current: Match | undefined
  index: number
  setText: (text: string) => void
  /** Moves to the next or previous match, in a loop. */
  step: (direction: 1 | -1) => void
}

/** Search within texts on screen. */
export function useSearch(texts: readonly string[]): Search {
  const [text, setText] = useState('')
  const [index, setAt] = useState(0)
  const deferredText = useDeferredValue(text)
  const matches = useMemo(() => findMatches(texts, deferredText), [texts, deferredText])
  const clampedIndex = Math.min(index, Math.max(0, matches.length - 1))
  return {
    text,
    matches,
    current: matches[clampedIndex],
    index: clampedIndex,
    setText: (next) => {
      setText(next)
      setAt(0)
    },
    step: (direction) =>
      matches.length > 0 && setAt((clampedIndex + direction + matches.length) % matches.length),
  }
}
