import { describe, expect, it } from 'vitest'
import { requestedFps, measureFps, adjacentFrameTime } from './VideoViewer.tsx'

describe('adjacentFrameTime', () => {
  it('moves to the middle of the next or previous frame', () => {
    expect(adjacentFrameTime(0, 1, 25, 4)).toBeCloseTo(0.06)
    expect(adjacentFrameTime(0.06, 1, 25, 4)).toBeCloseTo(0.1)
    expect(adjacentFrameTime(0.1, -1, 25, 4)).toBeCloseTo(0.06)
  })

  it('moves one frame at a time through a video and stops at both ends', () => {
    let time = 0
    const seen = new Set<number>()
    for (let step = 0; step < 60; step++) {
      time = adjacentFrameTime(time, 1, 24, 2)
      seen.add(Math.floor(time * 24))
    }
    expect(seen.size).toBe(47)
    expect(Math.floor(time * 24)).toBe(47)
    expect(adjacentFrameTime(0.01, -1, 24, 2)).toBeCloseTo(0.5 / 24)
  })

  it('assumes thirty frames per second if the rate is unknown', () => {
    expect(adjacentFrameTime(1, 1, undefined, 4)).toBeCloseTo(31.5 / 30)
  })
})

describe('measureFps', () => {
  it('measures the rate even if frames were dropped', () => {
    const times = [0, 1, 2, 4, 5, 6, 9, 10].map((frame) => frame / 16)
    expect(measureFps(times)).toBeCloseTo(16)
  })

  it('is undefined for too few or identical frames', () => {
    expect(measureFps([0, 0.04])).toBeUndefined()
    expect(measureFps([1, 1, 1, 1, 1])).toBeUndefined()
  })
})

it('requestedFps reads the frame rate from the parameters', () => {
  expect(requestedFps({ fps: 24 })).toBe(24)
  expect(requestedFps({ frames: 120 })).toBeUndefined()
  expect(requestedFps(undefined)).toBeUndefined()
})
