import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect } from 'vitest'
import type { RouteName } from '../../../../src-preload/contract/routes.ts'
import { subscribeToStudio } from '../../../host/events.ts'
import { makeQueryClient } from '../../../host/queryClient.ts'
import { ToastList } from '../../../ui/feedback/ToastList.tsx'

/** Renders a screen with the query cache, the studio's events and toasts. Returns the cache. */
export function show(screen: ReactNode): QueryClient {
  const client = makeQueryClient()
  subscribeToStudio(client)
  render(
    <QueryClientProvider client={client}>
      {screen}
      <ToastList />
    </QueryClientProvider>,
  )
  return client
}

/** Waits until the cache has the failure of a request for a route. */
export const untilFailed = (client: QueryClient, route: RouteName): Promise<void> =>
  waitFor(() => {
    const queries = client.getQueryCache().findAll({ queryKey: [route] })
    expect(queries.map(({ state }) => state.status)).toContain('error')
  })
