import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Block, Line } from './guideContent.ts'
import { GuideBlocks, GuideLines, linesOf } from './GuideText.tsx'

const plain = (text: string) => ({ kind: 'plain', text }) as const
const line: Line = [
  plain('See '),
  { kind: 'link', section: 'export', parts: [{ kind: 'strong', parts: [plain('the export')] }] },
  plain(' or '),
  { kind: 'url', url: 'https://example.org/a', parts: [plain('that page')] },
]
const blocks: Block[] = [
  { kind: 'paragraph', line },
  { kind: 'list', isOrdered: true, items: [[{ kind: 'paragraph', line: [plain('one')] }]] },
  { kind: 'code', text: '<script>alert(1)</script>' },
]

function open(marked: Line | null = null) {
  const goTo = vi.fn()
  const marksOf = (candidate: Line) => (candidate === marked ? [{ from: 2, to: 8, isCurrent: true }] : [])
  render(
    <GuideLines value={{ marksOf, goTo }}>
      <GuideBlocks blocks={blocks} />
    </GuideLines>,
  )
  return goTo
}

test('a link goes to its section, and a URL is shown in full without a link', async () => {
  const goTo = open()
  await userEvent.click(screen.getByRole('button', { name: 'the export' }))
  expect(goTo).toHaveBeenCalledWith('export')
  expect(screen.getByText(/that page/).textContent).toBe(
    'See the export or that page (https://example.org/a)',
  )
  expect(screen.queryByRole('link')).toBeNull()
})

test('code is text and never markup', () => {
  open()
  expect(screen.getByText('<script>alert(1)</script>')).toBeDefined()
  expect(document.querySelector('script')).toBeNull()
})

test('a match over several parts is marked in each of them', () => {
  open(linesOf(blocks)[0])
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['e ', 'the '])
})

test('linesOf returns all lines, as the same objects on each call', () => {
  const lines = linesOf(blocks)
  expect(lines).toHaveLength(3)
  expect(linesOf(blocks).every((again, index) => again === lines[index])).toBe(true)
})
