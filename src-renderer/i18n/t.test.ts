import { expect, test } from 'vitest'
import './lazyTexts.ts'
import { t } from './t.ts'

test('digits of numbers in a text are grouped, those of strings are not', () => {
  expect(t('viewers.position', { at: 12_345, count: 1_000_000 })).toBe('12,345 of 1,000,000')
  expect(t('result.size', { width: '1024', height: '1536' })).toBe('1024 × 1536')
})

test('the form of a text agrees with its count', () => {
  expect([1, 2000].map((count) => t('gallery.selected', { count }))).toEqual(['1 selected', '2,000 selected'])
})

test('names in scripts from right to left are isolated from the words around them', () => {
  expect(t('snippets.deleted', { name: 'עפיפון 3' })).toBe('Deleted “\u2068עפיפון 3\u2069”')
  expect(t('snippets.deleted', { name: 'kite 風' })).toBe('Deleted “kite 風”')
})
