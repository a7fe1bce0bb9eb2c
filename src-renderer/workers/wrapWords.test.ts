import { expect, test } from 'vitest'
import { wrapWords } from './wrapWords.ts'

/** Every letter is ten wide. */
const measure = (text: string) => text.length * 10

test('words break between each other, and a word too long for a line within itself', () => {
  expect(wrapWords('red boat at dawn', 80, 3, measure)).toEqual(['red boat', 'at dawn'])
  expect(wrapWords('lighthousekeeper', 80, 3, measure)).toEqual(['lighthou', 'sekeeper'])
  expect(wrapWords('', 80, 3, measure)).toEqual([])
})

test('what does not fit into the lines ends in dots, no wider than the line', () => {
  const lines = wrapWords('a lighthouse keeper’s desk at dawn, brass instruments', 100, 2, measure)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(/…$/)
  for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(100)
  expect(wrapWords('x'.repeat(5000), 100, 2, measure)).toEqual(['xxxxxxxxxx', 'xxxxxxxxx…'])
})
