import { QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { type ReactNode, useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from './queryClient.ts'
import { usePageLoader } from './usePageLoader.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a page that fails to load is requested again only after a pause', async () => {
  const client = makeQueryClient()
  const requested: number[] = []
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const useList = () => {
    const query = useInfiniteQuery({
      queryKey: ['list'],
      queryFn: async ({ pageParam }) => {
        requested.push(pageParam)
        if (pageParam > 0 && requested.length < 4) throw new Error('failed')
        return pageParam
      },
      initialPageParam: 0,
      getNextPageParam: (page) => (page === 0 ? 1 : null),
    })
    const { loadNext } = usePageLoader(query)
    // Like a list that is scrolled near its end, requests the next page after each render.
    useEffect(() => loadNext())
  }
  renderHook(useList, { wrapper })
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await wait(4_000)
  expect(requested).toEqual([0, 1])
  await wait(5_000)
  expect(requested).toEqual([0, 1, 1])
  await wait(20_000)
  expect(requested).toEqual([0, 1, 1, 1])
})
