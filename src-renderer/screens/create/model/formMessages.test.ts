import { expect, test } from 'vitest'
import type { Connection } from '../../../../src-preload/contract/types/connection.ts'
import { issueText } from '../../../widgets/forms/issueText.ts'
import { keyReasons, fieldMessages } from './formMessages.ts'

const connection: Connection = {
  id: 'c',
  name: 'Service',
  address: 'https://service.test',
  kind: 'remote',
  current: true,
  key: 'keychain',
}
const rejected = {
  state: 'unavailable',
  key: null,
  problem: { code: 'service_key_refused', money: 'none' },
} as const

test('a rejected key links to the key of its connection', () => {
  expect(keyReasons(connection, rejected)).toEqual([
    {
      entry: null,
      path: 'settings/connections?key=c',
      text: 'The service rejected your API key. Update key',
    },
  ])
})

test('a rejected key of the environment names the variable and has no link', () => {
  expect(keyReasons({ ...connection, kind: 'environment' }, rejected)).toEqual([
    { entry: null, text: expect.stringContaining('EASEL_API_KEY') },
  ])
})

test('a rejected key links to the connections while the current one is loading', () => {
  expect(keyReasons(undefined, rejected)).toEqual([
    { entry: null, path: 'settings/connections', text: 'The service rejected your API key. Update key' },
  ])
})

test('a missing key blocks even without a price response; a usable key doesn’t', () => {
  const reasons = keyReasons({ ...connection, key: 'missing' }, { state: 'none' })
  expect(reasons.map(({ text }) => text)).toEqual(['The API key is missing. Update key'])
  expect(keyReasons(connection, { state: 'none' })).toEqual([])
})

test('a file too large to price has a message with advice at its field', () => {
  const [message] =
    fieldMessages({ code: 'service_too_large_to_price', money: 'none', fields: { video: [] } })['video'] ?? []
  expect(message).toMatch(/^Too large to price\. Use a smaller or shorter file\./)
})

test.each([
  [
    { code: 'too_large', params: { max: 10_000_000, is: 12_400_000, unit: 'bytes', name: 'fog.png' } },
    '“fog.png” is 12.4 MB (at most 10.0 MB)',
  ],
  [
    { code: 'too_small', params: { min: 64, is: 12, unit: 'px' } },
    'The file has a side of 12 px (at least 64)',
  ],
  [
    { code: 'too_long', params: { max: 15, is: 72, unit: 's' } },
    'The file is 1 min 12 s long (at most 15 s)',
  ],
  [
    { code: 'wrong_kind', params: { format: 'pdf', name: 'a.png' } },
    '“a.png” isn’t a supported type of file',
  ],
  [{ code: 'too_long', params: { max: 300, length: 301 } }, 'At most 300 characters (now 301)'],
  [{ code: 'step_mismatch', params: { step: 64 } }, 'Use steps of 64'],
  [{ code: 'not_an_integer' }, 'Enter a whole number'],
  [{ code: 'wrong_kind' }, 'Wrong type of value'],
  [{ code: 'service', serviceWords: 'no' }, 'no'],
] as const)('%o reads “%s”', (issue, text) => {
  expect(issueText({ field: 'any', ...issue })).toBe(text)
})
