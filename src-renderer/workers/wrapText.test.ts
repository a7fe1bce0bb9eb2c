import { expect, test } from 'vitest'
import { wrapText } from './wrapText.ts'

/** Every letter is ten wide. */
const measure = (text: string) => text.length * 10

test('words break between each other, and a word too long for a line within itself', () => {
  expect(wrapText('red boat at dawn', 80, 3, measure)).toEqual(['red boat', 'at dawn'])
  expect(wrapText('lighthousekeeper', 80, 3, measure)).toEqual(['lighthou', 'sekeeper'])
  expect(wrapText('', 80, 3, measure)).toEqual([])
})

test('what does not fit into the lines ends in dots, no wider than the line', () => {
  const lines = wrapText('a lighthouse keeper’s desk at dawn, brass instruments', 100, 2, measure)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/…$/)
  for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(100)
  expect(wrapText('x'.repeat(5000), 100, 2, measure)).toEqual(['xxxxxxxxxx', 'xxxxxxxxx…'])
})
