// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { StudioError } from '../../../src-preload/shared/StudioError.ts'
import { setBridge } from '../../host/bridge.ts'
import { makeQueryClient } from '../../host/queryClient.ts'
import { bridgeOf } from '../../screens/create/testing/fakeCreateStudio.ts'
import { useTrash } from './useTrash.ts'

test('results whose restore failed are read again for the trash view', async () => {
  setBridge(
    bridgeOf({
      'library.restore': () => Promise.reject(new StudioError({ code: 'disk_full', money: 'none' })),
    }),
  )
  const client = makeQueryClient()
  const key = ['library.pages', { trash: true, search: '', starred: false, collection: null }]
  client.setQueryData(key, { pages: [], pageParams: [] })
  const { result } = renderHook(() => useTrash(), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  result.current.restore(['a'])
  await waitFor(() => expect(client.getQueryState(key)?.isInvalidated).toBe(true))
})
