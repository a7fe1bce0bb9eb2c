import { describe, expect, it } from 'vitest'
import { askedFps, seenFps, stepFrame } from './fps.ts'

describe('stepFrame', () => {
  it('goes to the middle of the next and the previous frame', () => {
    expect(stepFrame(0, 1, 25, 4)).toBeCloseTo(0.06)
    expect(stepFrame(0.06, 1, 25, 4)).toBeCloseTo(0.1)
    expect(stepFrame(0.1, -1, 25, 4)).toBeCloseTo(0.06)
  })

  it('moves one frame at a time over a whole clip and stops at both ends', () => {
    let time = 0
    const seen = new Set<number>()
    for (let step = 0; step < 60; step++) {
      time = stepFrame(time, 1, 24, 2)
      seen.add(Math.floor(time * 24))
    }
    expect(seen.size).toBe(47)
    expect(Math.floor(time * 24)).toBe(47)
    expect(stepFrame(0.01, -1, 24, 2)).toBeCloseTo(0.5 / 24)
  })

  it('takes thirty frames a second where nothing is known', () => {
    expect(stepFrame(1, 1, undefined, 4)).toBeCloseTo(31.5 / 30)
  })
})

describe('seenFps', () => {
  it('reads the rate from frames, also when some were left out', () => {
    const times = [0, 1, 2, 4, 5, 6, 9, 10].map((frame) => frame / 16)
    expect(seenFps(times)).toBeCloseTo(16)
  })

  it('says nothing from too few frames or from one seen again and again', () => {
    expect(seenFps([0, 0.04])).toBeUndefined()
    expect(seenFps([1, 1, 1, 1, 1])).toBeUndefined()
  })
})

it('askedFps reads what the parameters asked for', () => {
  expect(askedFps({ fps: 24 })).toBe(24)
  expect(askedFps({ frames: 120 })).toBeUndefined()
  expect(askedFps(undefined)).toBeUndefined()
})
