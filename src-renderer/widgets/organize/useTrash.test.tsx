import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StudioError } from '../../../src-preload/shared/StudioError.ts'
import { setBridge } from '../../host/bridge.ts'
import { makeQueryClient } from '../../host/queryClient.ts'
import { bridgeOf } from '../../screens/create/testing/fakeCreateStudio.ts'
import { NEWEST_FIRST, NO_FILTER } from '../library/libraryFilter.ts'
import { libraryKey } from '../library/libraryPages.ts'
import { useTrash } from './useTrash.ts'

test('the trash view is refetched after a failed restore', async () => {
  setBridge(
    bridgeOf({
      'library.restore': () => Promise.reject(new StudioError({ code: 'disk_full', money: 'none' })),
    }),
  )
  const client = makeQueryClient()
  const key = libraryKey({ filter: { ...NO_FILTER, trash: true }, sort: NEWEST_FIRST })
  client.setQueryData(key, { pages: [], pageParams: [] })
  const { result } = renderHook(() => useTrash(), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  result.current.restore(['a'])
  await waitFor(() => expect(client.getQueryState(key)?.isInvalidated).toBe(true))
})
