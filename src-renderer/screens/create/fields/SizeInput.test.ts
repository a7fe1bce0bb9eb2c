import { expect, test } from 'vitest'
import { resizeWithRatio, matchingPreset, swapSides } from './SizeInput.tsx'

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

test('a preset is recognised by both sides', () => {
  const presets = [{ label: '4:3', width: 1024, height: 768 }]
  expect(matchingPreset({ width: 1024, height: 768 }, presets)?.label).toBe('4:3')
  expect(matchingPreset({ width: 768, height: 1024 }, presets)).toBeUndefined()
})
