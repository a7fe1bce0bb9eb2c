import { describe, expect, it } from 'vitest'
import { findMatches } from './SearchBox.tsx'

describe('findMatches', () => {
  it('finds all matches in order, ignoring case', () => {
    expect(findMatches(['The fog and the fog.', 'Fog'], ' fog ')).toEqual([
      { textIndex: 0, from: 4, to: 7 },
      { textIndex: 0, from: 16, to: 19 },
      { textIndex: 1, from: 0, to: 3 },
    ])
  })

  it('takes special characters literally and finds nothing for an empty search', () => {
    expect(findMatches(['a.b axb'], 'a.b')).toHaveLength(1)
    const special = String.raw`\ ^ $ . * + ? ( ) [ ] { } | / - 😀`
    expect(findMatches([`x${special}x`], special)).toEqual([
      { textIndex: 0, from: 1, to: 1 + special.length },
    ])
    expect(findMatches(['anything'], '  ')).toEqual([])
  })

  it.each(['fog', 'Fog', 'İstanbul'])('finds %s in a text whose lower case is longer', (query) => {
    const text = 'İstanbul Fog'
    const [match] = findMatches([text], query)
    expect(text.slice(match?.from, match?.to).toLowerCase()).toBe(query.toLowerCase())
  })
})
