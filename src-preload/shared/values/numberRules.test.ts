import { describe, expect, test } from 'vitest'
import { randomSeed, snapInteger, snapToRange } from './numberRules.ts'

const range = { min: 256, max: 1536, step: 64 }

describe('snapInteger', () => {
  test.each([
    [1000, 1024],
    [991, 960],
    [1024, 1024],
    [10, 256],
    [9999, 1536],
  ])('%i becomes %i', (typed, snapped) => {
    expect(snapInteger(typed, range)).toBe(snapped)
  })
  test('snaps to the step if the limits are not multiples of it', () => {
    expect(snapInteger(1, { min: 250, max: 1500, step: 64 })).toBe(256)
    expect(snapInteger(9999, { min: 250, max: 1500, step: 64 })).toBe(1472)
  })
  test('returns the fixed value', () => {
    expect(snapInteger(700, { fixed: 512 })).toBe(512)
  })
  test('only rounds without limits', () => {
    expect(snapInteger(700.4, {})).toBe(700)
  })
})

describe('snapToRange', () => {
  test('only clamps to the limits without a step', () => {
    expect(snapToRange(0.37, { min: 0, max: 1 })).toBe(0.37)
    expect(snapToRange(-4, { min: 0, max: 1 })).toBe(0)
  })
  test('has no floating-point error', () => {
    expect(snapToRange(0.29, { min: 0, max: 1, step: 0.1 })).toBe(0.3)
  })
  test('reaches limits that are multiples of a decimal step', () => {
    expect(snapToRange(1, { min: 0, max: 0.3, step: 0.1 })).toBe(0.3)
    expect(snapToRange(0, { min: 1.1, max: 2, step: 0.1 })).toBe(1.1)
  })
})

describe('randomSeed', () => {
  test('is positive and has at most 31 bits', () => {
    expect(randomSeed(() => 0)).toBe(1)
    expect(randomSeed(() => 1 - Number.EPSILON)).toBe(2 ** 31 - 1)
  })
  test('stays within the limits of its field', () => {
    expect(randomSeed(() => 0, 0, 99)).toBe(1)
    expect(randomSeed(() => 1 - Number.EPSILON, 0, 99)).toBe(99)
  })
})
