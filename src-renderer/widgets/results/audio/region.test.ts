import { describe, expect, it } from 'vitest'
import { loopRestartTime, moveEdge, regionBetween } from './Waveform.tsx'

describe('regionBetween', () => {
  it('accepts a drag in both directions and stays within the audio', () => {
    expect(regionBetween(4, 1.5, 10)).toEqual({ start: 1.5, end: 4 })
    expect(regionBetween(-2, 30, 10)).toEqual({ start: 0, end: 10 })
  })

  it('is undefined if the region is too short to hear', () => {
    expect(regionBetween(3, 3.01, 10)).toBeUndefined()
  })
})

describe('moveEdge', () => {
  const region = { start: 2, end: 4 }

  it('moves neither past the other end nor out of the audio', () => {
    expect(moveEdge(region, 'start', 9, 10).start).toBeLessThan(4)
    expect(moveEdge(region, 'end', 0, 10).end).toBeGreaterThan(2)
    expect(moveEdge(region, 'end', 99, 10).end).toBe(10)
    expect(moveEdge(region, 'start', -1, 10).start).toBe(0)
  })
})

describe('loopRestartTime', () => {
  it('returns the start only after the end is reached', () => {
    expect(loopRestartTime({ start: 2, end: 4 }, 3.9)).toBeUndefined()
    expect(loopRestartTime({ start: 2, end: 4 }, 4.01)).toBe(2)
    expect(loopRestartTime(undefined, 99)).toBeUndefined()
  })
})
