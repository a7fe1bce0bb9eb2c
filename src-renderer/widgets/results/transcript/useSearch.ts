import { useDeferredValue, useMemo, useState } from 'react'
import { findMatches, type Match } from './findMatches.ts'

export interface Search {
  words: string
  matches: readonly Match[]
  /** The place one is at; undefined where nothing is found. */
  current: Match | undefined
  at: number
  setWords: (words: string) => void
  /** To the next place or the one before, round and round. */
  step: (by: 1 | -1) => void
}

/** A search within texts that are on screen. */
export function useSearch(texts: readonly string[]): Search {
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const asked = useDeferredValue(words)
  const matches = useMemo(() => findMatches(texts, asked), [texts, asked])
  const place = Math.min(at, Math.max(0, matches.length - 1))
  return {
    words,
    matches,
    current: matches[place],
    at: place,
    setWords: (next) => {
      setWords(next)
      setAt(0)
    },
    step: (by) => matches.length > 0 && setAt((place + by + matches.length) % matches.length),
  }
}
