import { describe, expect, it } from 'vitest'
import { computePeaks } from './waveform.ts'

describe('computePeaks', () => {
  it('takes the highest absolute sample of each section over all channels', () => {
    const left = Float32Array.from([0, 0.5, 0, 0])
    const right = Float32Array.from([0, 0, -0.25, 0])
    expect(computePeaks([left, right], 2)).toEqual([1, 0.5])
  })

  it('returns zeros for silence and accepts audio shorter than the peak count', () => {
    expect(computePeaks([new Float32Array(100)], 4)).toEqual([0, 0, 0, 0])
    expect(computePeaks([Float32Array.from([0.5])], 3)).toHaveLength(3)
    expect(computePeaks([], 2)).toEqual([0, 0])
  })
})
