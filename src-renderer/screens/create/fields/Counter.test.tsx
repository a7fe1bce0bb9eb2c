import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { Counter } from './Counter.tsx'

const field: FieldOf<'text'> = {
  multiline: true,
  kind: 'text',
  name: 'prompt',
  label: 'Prompt',
  required: true,
  section: 'main',
}

const textOf = (change: Partial<FieldOf<'text'>>, text: string, isAlwaysShown = true) =>
  render(<Counter field={{ ...field, ...change }} text={text} isAlwaysShown={isAlwaysShown} />).container
    .textContent

test('a text far from its limit shows its number of characters and an estimate of its tokens', () => {
  expect(textOf({}, 'a'.repeat(212))).toBe('212 characters, about 53 tokens')
  expect(textOf({ maxLength: 1000 }, '🦊')).toBe('1 character, about 1 token')
  expect(textOf({ maxTokens: 77 }, 'a fox')).toBe('5 characters, about 2 tokens')
})

test('no count is shown for an empty text, or far from the limit unless it is always shown', () => {
  expect(textOf({}, '')).toBe('')
  expect(textOf({ maxLength: 1000 }, 'a fox', false)).toBe('')
})

test('near the limit, or if the field asks for a counter, the count is shown with the limit, if there is one', () => {
  expect(textOf({ maxLength: 10 }, 'a red fox')).toBe('9 / 10')
  expect(textOf({ counter: true, maxLength: 1000 }, '')).toBe('0 / 1,000')
  expect(textOf({ counter: true, maxTokens: 77 }, 'a fox')).toBe('About 2 of 77 tokens')
  expect(textOf({ counter: true }, 'a fox')).toBe('5 characters')
})
