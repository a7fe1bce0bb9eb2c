import { expect, test } from 'vitest'
import type { Connection } from '../../../../src-preload/contract/types/connection.ts'
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
