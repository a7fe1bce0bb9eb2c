import { QueryClient } from '@tanstack/react-query'

/** The age of what an earlier session was told: older than anything this one is. */
export const RECALLED_AT = 1

/** The "server" is the studio beside the window: no retries, no refocus; events say when something changed. */
export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: 60_000,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
