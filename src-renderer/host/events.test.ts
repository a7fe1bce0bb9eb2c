import { QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Bridge } from '../../src-preload/contract/bridge.ts'
import type { StudioEvent } from '../../src-preload/contract/events.ts'
import { setBridge } from './bridge.ts'
import { subscribeToStudio } from './events.ts'
import { makeQueryClient } from './queryClient.ts'

/** A client that is subscribed to a studio whose events the test emits. */
function subscribe() {
  let emit: (event: StudioEvent) => void = () => {}
  const unexpectedCall = () => Promise.reject(new Error('unexpected call'))
  const bridge: Bridge = {
    call: unexpectedCall,
    saveFile: async () => ({ ok: true, data: 'handed_over' }),
    addInputFile: unexpectedCall,
    media: { url: () => '', read: unexpectedCall, saveThumb: unexpectedCall },
    onEvent: (listener) => {
      emit = listener
      return () => {}
    },
  }
  setBridge(bridge)
  const client = makeQueryClient()
  onTestFinished(subscribeToStudio(client))
  return { client, emit: (event: StudioEvent) => emit(event) }
}

test('an event during the first request marks its response as outdated', async () => {
  const { client, emit } = subscribe()
  const response = Promise.withResolvers<string[]>()
  const key = ['models.list', { operation: 'o' }]
  const query = client.getQueryCache().build(client, { queryKey: key })
  void client.fetchQuery({ queryKey: key, queryFn: () => response.promise })

  emit({ type: 'models.changed' })
  response.resolve([])
  await expect.poll(() => client.getQueryState(key)?.isInvalidated).toBe(true)
  expect(query.state.data).toEqual([])
})

test('two events during the first request cause one refetch', async () => {
  const { client, emit } = subscribe()
  const first = Promise.withResolvers<string[]>()
  const queryFn = vi.fn(() => (queryFn.mock.calls.length === 1 ? first.promise : ['new']))
  const observer = new QueryObserver(client, { queryKey: ['models.list', { operation: 'o' }], queryFn })
  onTestFinished(observer.subscribe(() => {}))

  emit({ type: 'models.changed' })
  emit({ type: 'connections.changed' })
  first.resolve([])
  await expect.poll(() => observer.getCurrentResult().data).toEqual(['new'])
  expect(queryFn).toHaveBeenCalledTimes(2)
})

test('a change of the snippets in another window reloads the snippets, but not the settings', async () => {
  const { client, emit } = subscribe()
  const keys = [
    ['snippets.list', undefined],
    ['settings.get', undefined],
  ]
  for (const queryKey of keys) await client.fetchQuery({ queryKey, queryFn: () => ({}) })
  emit({ type: 'snippets.changed' })
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, false])
})

test('the limits and today’s totals are reloaded once after many changes of jobs', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { client, emit } = subscribe()
  const keys = [['budgets.get'], ['spend.summary']]
  for (const queryKey of keys) await client.fetchQuery({ queryKey, queryFn: () => ({}) })
  const invalidations = vi.spyOn(client, 'invalidateQueries')
  for (let n = 0; n < 10; n++) emit({ type: 'jobs.changed', jobs: [] })
  await vi.advanceTimersByTimeAsync(2000)
  expect(keys.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true])
  expect(
    invalidations.mock.calls.filter(([filters]) => filters?.queryKey?.[0] === 'budgets.get'),
  ).toHaveLength(1)
})

test.each([
  ['the collections', 'collections.list'],
  ['open texts', 'library.transcript'],
])('%s are requested once for many changes of the library', async (_, route) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { client, emit } = subscribe()
  const queryFn = vi.fn(async () => ({ collections: [] }))
  const observer = new QueryObserver(client, {
    queryKey: [route],
    queryFn,
    staleTime: Infinity,
  })
  onTestFinished(observer.subscribe(() => {}))
  await vi.advanceTimersByTimeAsync(100)
  expect(queryFn).toHaveBeenCalledTimes(1)
  for (let n = 0; n < 10; n++) {
    emit({ type: 'library.changed', added: 1 })
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(queryFn).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(queryFn).toHaveBeenCalledTimes(2)
})
