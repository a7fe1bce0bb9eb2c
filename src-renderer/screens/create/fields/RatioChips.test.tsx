import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { RatioChips } from './RatioChips.tsx'

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
