import { expect, it } from 'vitest'
import { MAX_TEXT_LENGTH, normalizeText, textKey } from './resultTexts.ts'

it('puts a text on one line and cuts off its end, never within a character or after a space', () => {
  expect(normalizeText('  a fox\n\tat  night ')).toBe('a fox at night')
  expect(normalizeText('x'.repeat(MAX_TEXT_LENGTH + 1))).toHaveLength(MAX_TEXT_LENGTH)
  expect(normalizeText(`${'x'.repeat(MAX_TEXT_LENGTH - 1)} y`)).toBe('x'.repeat(MAX_TEXT_LENGTH - 1))
  expect(normalizeText(`${'x'.repeat(MAX_TEXT_LENGTH - 1)}😀`).isWellFormed()).toBe(true)
})

it('cuts off a text at a number of bytes, never within a character or after a space', () => {
  expect(normalizeText('a fox', 3)).toBe('a f')
  expect(normalizeText('a fox', 2)).toBe('a')
  expect(normalizeText('狐と犬', 8)).toBe('狐と')
  expect(normalizeText('a😀b', 4)).toBe('a')
  expect(normalizeText('a😀b', 5)).toBe('a😀')
})

it('returns an exact integer as the key of a text, a different one for each text', () => {
  const keys = Array.from({ length: 2000 }, (_, n) => textKey(`text ${n}`))
  expect(keys.every(Number.isSafeInteger)).toBe(true)
  expect(new Set(keys).size).toBe(2000)
  expect(textKey('text 7')).toBe(keys[7])
})
