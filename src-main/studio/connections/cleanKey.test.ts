import { expect, it } from 'vitest'
import { cleanKey } from './cleanKey.ts'

it.each(['12|abc', ' 12|abc\n', '12|\r\nabc', 'Bearer 12|abc', '\tbearer   12|abc '])(
  '%j is the key',
  (pasted) => expect(cleanKey(pasted)).toBe('12|abc'),
)

it.each(['', ' \n', 'ключ', 'abc\u0000'])('%j is no key', (pasted) =>
  expect(() => cleanKey(pasted)).toThrow('invalid_input'),
)
