import { expect, test } from 'vitest'
import { rank } from './rank.ts'

const entry = (label: string, keywords?: string) => ({ id: label, label, ...(keywords && { keywords }) })
const entries = [
  entry('Model One', 'model-one text to image'),
  entry('Gallery', 'screen'),
  entry('Text to image', 'task'),
  entry('Image to image', 'task'),
  entry('Upscale an image', 'task'),
  entry('Import…'),
]
const labels = (search: string, recent: string[] = []) =>
  rank(entries, search, recent).map(({ label }) => label)

test('labels that start with the search come before words inside, and keywords come last', () => {
  expect(labels('im')).toEqual([
    'Import…',
    'Image to image',
    'Text to image',
    'Upscale an image',
    'Model One',
  ])
})

test('every word must match, in any order and case', () => {
  expect(labels('IMAGE text')).toEqual(['Text to image', 'Model One'])
  expect(labels('image gallery')).toEqual([])
})

test('a used entry comes before others that match as well, the last used one first', () => {
  expect(labels('im', ['Image to image']).slice(0, 2)).toEqual(['Image to image', 'Import…'])
  const recent = ['Upscale an image', 'Text to image']
  expect(labels('im', recent).slice(2, 4)).toEqual(['Upscale an image', 'Text to image'])
})

test('a used entry does not come before a better match of the label', () => {
  expect(labels('im', ['Model One']).at(-1)).toBe('Model One')
})

test('an empty search keeps all entries in their order', () => {
  expect(labels('  ')).toEqual(entries.map(({ label }) => label))
})
