import { expect, test } from 'vitest'
import type { SavedDraft } from '../../../widgets/forms/draftStore.ts'
import { hasSameSavedPart, parseDraft, serializeDraft } from './draftPersistence.ts'

const draft: SavedDraft = {
  operation: 'txt2audio',
  models: { txt2audio: 'clear-voice' },
  values: { txt2audio: { text: 'a tide coming in' } },
  entered: {},
  lockedSeeds: ['txt2audio'],
  voices: ['alba'],
  collection: 'c1',
  copies: { txt2img: 4 },
}

test('a saved draft is read back as it was', () => {
  expect(parseDraft(structuredClone({ ...serializeDraft(draft) }))).toEqual(draft)
})

test('numbers of copies that can’t be chosen are left out', () => {
  const copies = { a: 2, b: 5, c: 0, d: 1.5, e: '3' }
  expect(parseDraft({ ...serializeDraft(draft), copies })?.copies).toEqual({ a: 2 })
})

test.each<[keyof SavedDraft, Partial<SavedDraft>]>([
  ['operation', { operation: null }],
  ['models', { models: {} }],
  ['values', { values: {} }],
  ['lockedSeeds', { lockedSeeds: [] }],
  ['voices', { voices: ['brook', 'alba'] }],
  ['collection', { collection: null }],
  ['copies', { copies: { txt2img: 2 } }],
])('a change of %s alone is saved', (_key, change) => {
  expect(hasSameSavedPart({ ...draft, ...change }, draft)).toBe(false)
})

test('a draft without a change is not saved again', () => {
  expect(hasSameSavedPart({ ...draft }, draft)).toBe(true)
})
