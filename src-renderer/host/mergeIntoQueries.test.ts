import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { mergeIntoQueries } from './queryClient.ts'

const key = ['jobs.list', { scope: 'recent' }]

/** A client with a query whose response is controlled by the test. */
function fetching() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const response = Promise.withResolvers<string[]>()
  const settled = client.fetchQuery({ queryKey: key, queryFn: () => response.promise }).catch(() => [])
  return { client, response, settled, data: () => client.getQueryData<string[]>(key) }
}
const finish = (old: string[]) => old.map(() => 'saved')

test('a change during a first fetch is merged into the response that was made before it', async () => {
  const { client, response, settled, data } = fetching()
  mergeIntoQueries(client, ['jobs.list'], finish)
  response.resolve(['running'])
  await settled
  await expect.poll(data).toEqual(['saved'])
})

test('a change during a refetch is merged at once and again into the older response', async () => {
  const { client, response, settled, data } = fetching()
  client.setQueryData(key, ['running'])
  mergeIntoQueries(client, ['jobs.list'], finish)
  expect(data()).toEqual(['saved'])
  response.resolve(['running', 'running'])
  await settled
  await expect.poll(data).toEqual(['saved', 'saved'])
})

test('a refetch that fails leaves the merged data', async () => {
  const { client, response, settled, data } = fetching()
  client.setQueryData(key, ['running'])
  mergeIntoQueries(client, ['jobs.list'], finish)
  response.reject(new Error('offline'))
  await settled
  expect(data()).toEqual(['saved'])
})

test('queries of other keys keep their data', () => {
  const client = new QueryClient()
  client.setQueryData(['models.list'], ['running'])
  mergeIntoQueries(client, ['jobs.list'], finish)
  expect(client.getQueryData(['models.list'])).toEqual(['running'])
})
