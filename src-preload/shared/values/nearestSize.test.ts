import { expect, test } from 'vitest'
import { nearestSize } from './nearestSize.ts'

const side = { min: 256, max: 1280, step: 32 }
const ranges = { width: side, height: side }

test('a portrait size is the landscape size of the inverse ratio, rotated', () => {
  expect(nearestSize(ranges, 16 / 9, 768 * 768)).toEqual({ width: 1024, height: 576 })
  expect(nearestSize(ranges, 9 / 16, 768 * 768)).toEqual({ width: 576, height: 1024 })
})

test('a ratio outside the limits becomes the nearest allowed one, or null if that is outside the tolerances', () => {
  expect(nearestSize(ranges, 20, 768 * 768)).toEqual({ width: 1280, height: 256 })
  expect(nearestSize(ranges, 20, 768 * 768, { ratio: 0.06, area: 0.35 })).toBeNull()
})
