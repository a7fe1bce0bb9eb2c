import { expect, it } from 'vitest'
import { directionOf, isRightToLeft } from './directionOf.ts'

it('the first letter of a text decides its direction, not a digit or a comma of another script', () => {
  for (const text of ['שלום', '12 سلام', '« مرحبا']) expect(isRightToLeft(text)).toBe(true)
  for (const text of ['cats', '٣ cats', '، hello', '123', '']) expect(isRightToLeft(text)).toBe(false)
})

it('leaves the direction of a text of usual length to the browser', () => {
  for (const text of ['', 'a pier', 'שלום', 'a'.repeat(10_000)]) expect(directionOf(text)).toBe('auto')
})

it('gives a long text the direction of its beginning, so that the browser need not order it with each key', () => {
  expect(directionOf('a pier '.repeat(30_000))).toBe('ltr')
  expect(directionOf('1. שלום '.repeat(30_000))).toBe('rtl')
  expect(directionOf(`${'.'.repeat(200_000)}שלום`)).toBe('ltr')
})
