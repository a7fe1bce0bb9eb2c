import { QueryClient } from '@tanstack/react-query'

/** Timestamp of data from an earlier session: older than all data of this one. */
export const RESTORED_AT = 1

/** The server is the local studio, so no retries and no refetch on focus; events report changes. */
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
