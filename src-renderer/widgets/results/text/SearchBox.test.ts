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
    expect(findMatches(['anything'], '  ')).toEqual([])
  })

  it('returns correct offsets if the lower case is longer', () => {
    const [match] = findMatches(['İstanbul fog'], 'fog')
    expect('İstanbul fog'.slice(match?.from, match?.to)).toBe('fog')
  })
})
