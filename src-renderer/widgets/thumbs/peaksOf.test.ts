import { describe, expect, it } from 'vitest'
import { peaksOf } from './peaksOf.ts'

describe('peaksOf', () => {
  it('takes the loudest moment of each stretch, whatever its sign and channel', () => {
    const left = Float32Array.from([0, 0.5, 0, 0])
    const right = Float32Array.from([0, 0, -0.25, 0])
    expect(peaksOf([left, right], 2)).toEqual([1, 0.5])
  })

  it('keeps silence silent and survives a sound shorter than the picture', () => {
    expect(peaksOf([new Float32Array(100)], 4)).toEqual([0, 0, 0, 0])
    expect(peaksOf([Float32Array.from([0.5])], 3)).toHaveLength(3)
    expect(peaksOf([], 2)).toEqual([0, 0])
  })
})
