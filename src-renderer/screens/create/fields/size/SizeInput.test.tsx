import { expect, test } from 'vitest'
import { matchingPreset, resizeWithRatio, swapSides, RatioChips } from './SizeInput.tsx'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

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

test('a size matches the preset with its aspect ratio, whatever its area', () => {
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

const presets = ['1:1', '5:4', '4:3', '3:2', '16:9', '21:9', '4:5', '3:4', '2:3', '9:16'].map((label) => {
  const [width = 1, height = 1] = label.split(':').map(Number)
  return { label, width: width * 64, height: height * 64 }
})
const names = () => screen.getAllByRole('button').map((button) => button.textContent)

test('five common ratios are shown, the others on request, and the current one always', async () => {
  const { rerender } = render(<RatioChips presets={presets} size={null} onChoose={() => {}} />)
  expect(names()).toEqual(['1:1', '4:3', '16:9', '3:4', '9:16', 'More'])
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  expect(names()).toEqual([...presets.map(({ label }) => label), 'Fewer'])
  await userEvent.click(screen.getByRole('button', { name: 'Fewer' }))
  rerender(<RatioChips presets={presets} size={{ width: 210, height: 90 }} onChoose={() => {}} />)
  expect(names()).toContain('21:9')
})

test('Tab reaches the current ratio only, and arrow keys move between all of them', async () => {
  const chosen: string[] = []
  render(
    <>
      <RatioChips
        presets={presets}
        size={{ width: 1600, height: 900 }}
        onChoose={({ label }) => chosen.push(label)}
      />
      <button type="button">After</button>
    </>,
  )
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('16:9')
  await userEvent.keyboard('{ArrowRight}{Enter}')
  expect(chosen).toEqual(['3:4'])
  await userEvent.keyboard('{Home}{ArrowLeft}')
  expect(document.activeElement?.textContent).toBe('More')
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('After')
})
