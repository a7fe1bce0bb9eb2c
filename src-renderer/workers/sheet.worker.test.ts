import { expect, test } from 'vitest'
import { wrapText } from './sheet.worker.ts'

/** Each character is 10 px wide. */
const measure = (text: string) => text.length * 10

test('breaks between words, and within words that are too long', () => {
  expect(wrapText('red boat at dawn', 80, 3, measure)).toEqual(['red boat', 'at dawn'])
  expect(wrapText('lighthousekeeper', 80, 3, measure)).toEqual(['lighthou', 'sekeeper'])
  expect(wrapText('', 80, 3, measure)).toEqual([])
})

test('ends with an ellipsis if the text does not fit', () => {
  const lines = wrapText('a lighthouse keeper’s desk at dawn, brass instruments', 100, 2, measure)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/…$/)
  for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(100)
  expect(wrapText('x'.repeat(5000), 100, 2, measure)).toEqual(['xxxxxxxxxx', 'xxxxxxxxx…'])
})

test('never splits an emoji at the end of a line', () => {
  expect(wrapText('🚢🚢🚢', 30, 3, measure)).toEqual(['🚢', '🚢', '🚢'])
  expect(wrapText('🚢', 10, 1, measure)).toEqual(['🚢'])
})
