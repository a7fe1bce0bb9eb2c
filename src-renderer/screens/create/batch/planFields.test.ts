import { expect, test } from 'vitest'
import { axisValues, drawSeeds } from './planFields.ts'

const field = (input: 'numbers' | 'lines' | 'sizes' | 'options') => ({
  id: 'f',
  label: 'F',
  input,
  options: [
    { value: 'photo', label: 'Photograph' },
    { value: 'ink', label: 'Ink' },
  ],
})
const typed = (text: string) => ({ field: 'f', text, picked: [] })

test('numbers are separated by commas, semicolons or line breaks', () => {
  expect(axisValues(field('numbers'), typed(' 4, 8;12\n 0.5,'))).toEqual([4, 8, 12, 0.5])
  expect(axisValues(field('numbers'), typed('4, many'))).toBeNull()
})

test('sizes consist of two sides', () => {
  expect(axisValues(field('sizes'), typed('1024x768, 512 × 512'))).toEqual([
    { width: 1024, height: 768 },
    { width: 512, height: 512 },
  ])
  expect(axisValues(field('sizes'), typed('1024'))).toBeNull()
})

test('texts are separated by line breaks only', () => {
  expect(axisValues(field('lines'), typed('rain, fog\n\nsnow'))).toEqual(['rain, fog', 'snow'])
})

test('options are in the order of the form', () => {
  expect(axisValues(field('options'), { field: 'f', text: '', picked: ['ink', 'photo'] })).toEqual([
    'photo',
    'ink',
  ])
})

test('"4 random" becomes four seeds, and other text stays', () => {
  let seed = 0
  const draw = () => ++seed
  expect(drawSeeds('7, 4 random', draw)).toBe('7, 1, 2, 3, 4')
  expect(drawSeeds('7, 4 rand', draw)).toBe('7, 4 rand')
  expect(drawSeeds('1234 random', draw)).toBe('1234 random')
})
