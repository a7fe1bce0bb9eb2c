import { expect, test } from 'vitest'
import type { Connection } from '../../../../src-preload/contract/types/connection.ts'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { blockReasons, keyReasons, fieldMessages } from './formMessages.ts'

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

test.each<[Partial<Form['fields'][number]>, string]>([
  [{ kind: 'text', name: 'prompt', label: 'Prompt' }, 'Write a prompt to continue'],
  [{ kind: 'text', name: 'lyrics', label: 'Lyrics' }, 'Write the lyrics to continue'],
  [{ kind: 'file', name: 'image', label: 'Image' }, 'Choose the image to continue'],
  [{ kind: 'url', name: 'url', label: 'URL' }, 'Enter the URL to continue'],
])('an empty field %j says what to do', (field, text) => {
  const form = JSON.parse(JSON.stringify({ fields: [field], model: { slug: 'm', name: 'M' } }))
  const issues = [{ field: field.name ?? '', code: 'required' as const }]
  const state = { isStudioLost: false, isModelDelisted: false, form, issues, serviceMessages: {} }
  expect(blockReasons(state).map((reason) => reason.text)).toEqual([text])
})

test('a model that is gone is named, and links to the model once', () => {
  const form = JSON.parse('{"fields":[],"model":{"slug":"m","name":"FLUX.1 Schnell"}}')
  const serviceMessages = { model: ['FLUX.1 Schnell is no longer offered. Choose another model.'] }
  const state = { isStudioLost: false, form, issues: [], serviceMessages }
  for (const isModelDelisted of [true, false])
    expect(blockReasons({ ...state, isModelDelisted })).toEqual([
      { entry: 'model', text: 'FLUX.1 Schnell is no longer offered. Choose another model.' },
    ])
})
