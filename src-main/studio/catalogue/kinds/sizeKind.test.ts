import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sizePresets } from './sizeKind.ts'

const side = { min: 256, max: 2048, step: 16 }
const square = { width: 1024, height: 1024 }

test('offers common ratios near the area of the default', () => {
  expect(sizePresets(side, side, square)).toEqual(
    expect.arrayContaining([
      { label: '1:1', width: 1024, height: 1024 },
      { label: '3:2', width: 1248, height: 832 },
      { label: '16:9', width: 1360, height: 768 },
      { label: '9:16', width: 768, height: 1360 },
    ]),
  )
})

test('leaves out ratios that do not fit the limits', () => {
  const presets = sizePresets({ min: 512, max: 1024, step: 128 }, { min: 512, max: 1024, step: 128 }, square)
  expect(presets.map(({ label }) => label)).not.toContain('21:9')
  expect(presets).toContainEqual({ label: '1:1', width: 1024, height: 1024 })
})

test('offers no presets when both sides are fixed', () => {
  const presets = sizePresets(
    { min: 1344, max: 1344, fixed: 1344 },
    { min: 768, max: 768, fixed: 768 },
    { width: 1344, height: 768 },
  )
  expect(presets).toEqual([])
})

test('keeps every preset inside the limits, on the grid and unique', () => {
  const range = fc
    .record({
      step: fc.constantFrom(1, 8, 16, 64, 100, 128),
      first: fc.integer({ min: 1, max: 20 }),
      more: fc.integer({ min: 0, max: 40 }),
    })
    .map(({ step, first, more }) => ({ min: first * step, max: (first + more) * step, step }))
  fc.assert(
    fc.property(range, range, (width, height) => {
      const presets = sizePresets(width, height, { width: width.max, height: height.max })
      for (const preset of presets) {
        expect(preset.width).toSatisfy(
          (w: number) => w >= width.min && w <= width.max && w % width.step === 0,
        )
        expect(preset.height).toSatisfy(
          (h: number) => h >= height.min && h <= height.max && h % height.step === 0,
        )
      }
      expect(new Set(presets.map((preset) => `${preset.width}×${preset.height}`)).size).toBe(presets.length)
    }),
  )
})
