import { expect, test } from 'vitest'
import { matchingPreset } from './RatioChips.tsx'
import { resizeWithRatio, swapSides } from './SizeInput.tsx'

const range = { min: 256, max: 1536, step: 64 }
const ranges = { width: range, height: range }

test('the other side follows the ratio within its own step and limits', () => {
  expect(resizeWithRatio('width', 1024, 4 / 3, ranges)).toEqual({ width: 1024, height: 768 })
  expect(resizeWithRatio('height', 768, 16 / 9, ranges)).toEqual({ width: 1344, height: 768 })
  expect(resizeWithRatio('width', 1536, 0.5, ranges)).toEqual({ width: 1536, height: 1536 })
})

test('swapping snaps each side to its new limits', () => {
  const narrow = { width: { min: 256, max: 1024, step: 64 }, height: { min: 256, max: 2048, step: 64 } }
  expect(swapSides({ width: 512, height: 1536 }, narrow)).toEqual({ width: 1024, height: 512 })
})

test('the chip of a ratio is lit for every size of that ratio', () => {
  const presets = [
    { label: '3:2', width: 1248, height: 832 },
    { label: '16:9', width: 1360, height: 768 },
    { label: '9:16', width: 768, height: 1360 },
  ]
  expect(matchingPreset({ width: 1024, height: 576 }, presets)?.label).toBe('16:9')
  expect(matchingPreset({ width: 576, height: 1024 }, presets)?.label).toBe('9:16')
  expect(matchingPreset({ width: 1024, height: 640 }, presets)).toBeUndefined()
  expect(matchingPreset(null, presets)).toBeUndefined()
})
