import { expect, it } from 'vitest'
import { normalizeKey } from './normalizeInput.ts'

it.each(['12|abc', ' 12|abc\n', '12|\r\nabc', 'Bearer 12|abc', '\tbearer   12|abc '])(
  'extracts the key from %j',
  (pasted) => expect(normalizeKey(pasted)).toBe('12|abc'),
)

it.each(['', ' \n', 'ключ', 'abc\u0000'])('rejects %j', (pasted) =>
  expect(() => normalizeKey(pasted)).toThrow('invalid_input'),
)
