import type { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { draftStore } from '../widgets/forms/draftStore.ts'
import { makeQueryClient } from '../host/queryClient.ts'
import { saveFirstResponses, restoreFirstResponses } from './firstResponses.ts'

const SETTINGS = ['settings.get', undefined]
const FORM = ['forms.open', { operation: 'paint', model: 'one' }]

beforeEach(() => {
  const values = { paint: { prompt: 'a boat' } }
  draftStore.getState().load({
    operation: 'paint',
    models: { paint: 'one' },
    values,
    entered: {},
    lockedSeeds: [],
    voices: [],
    collection: null,
    copies: {},
  })
})

/** A session that received all responses and ended. */
function endSession(except?: string): void {
  const client = makeQueryClient()
  const responses: [readonly unknown[], unknown][] = [
    [SETTINGS, { theme: 'dark', draft: null }],
    [['connections.list', undefined], { connections: [] }],
    [['operations.list', undefined], { operations: [] }],
    [['models.list', { operation: 'paint' }], { models: [] }],
    [FORM, { operation: 'paint' }],
  ]
  for (const [key, response] of responses) if (key[0] !== except) client.setQueryData(key, response)
  saveFirstResponses(client, localStorage)
  dispatchEvent(new Event('pagehide'))
}

function startSession(): QueryClient {
  const client = makeQueryClient()
  restoreFirstResponses(client, localStorage)
  return client
}

test('a session starts with the last responses, including the draft, and requests all of them again', () => {
  endSession()
  const client = startSession()
  expect(client.getQueryData(FORM)).toEqual({ operation: 'paint' })
  expect(client.getQueryData(SETTINGS)).toMatchObject({
    theme: 'dark',
    draft: { operation: 'paint', values: { paint: { prompt: 'a boat' } } },
  })
  const queries = client.getQueryCache().getAll()
  expect(queries.filter((query) => query.isStaleByTime(60_000))).toHaveLength(5)
})

test('the draft is loaded before the first render', () => {
  endSession()
  draftStore.setState(draftStore.getInitialState(), true)
  startSession()
  expect(draftStore.getState()).toMatchObject({ isLoaded: true, values: { paint: { prompt: 'a boat' } } })
})

test('responses of another build are ignored', () => {
  endSession()
  const text = localStorage.getItem('easel.first') ?? ''
  localStorage.setItem('easel.first', JSON.stringify({ ...JSON.parse(text), build: 'another' }))
  expect(startSession().getQueryCache().getAll()).toEqual([])
})

test.each(['{', '[]', '{"build":1}', '"x"'])('invalid stored data is ignored: %s', (text) => {
  localStorage.setItem('easel.first', text)
  expect(startSession().getQueryCache().getAll()).toEqual([])
})

test('an incomplete set of responses is not stored', () => {
  endSession('forms.open')
  expect(localStorage.getItem('easel.first')).toBeNull()
})
