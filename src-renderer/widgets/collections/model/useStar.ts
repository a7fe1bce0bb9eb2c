import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { call } from '../../../host/call.ts'
import { problemOf } from '../../../host/problemOf.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { toasts } from '../../../lib/toasts.ts'
import { LIBRARY, type LibraryPages } from '../../library/libraryPages.ts'

type JobPage = RouteOutput<'jobs.list'>
export type Star = (ids: readonly string[], starred: boolean) => void

/** Gives results a star or takes it away: seen at once everywhere, undone where the studio could not keep it. */
export function useStar(): Star {
  const client = useQueryClient()
  return useCallback(
    (ids, starred) => {
      if (ids.length === 0) return
      paint(client, new Set(ids), starred ? Date.now() : null)
      call('library.star', { ids: [...ids], starred })
        .catch((error: unknown) => {
          const { what, next } = problemMessage(problemOf(error))
          const words = [t('collections.star_failed'), what, next].filter(Boolean).join(' ')
          toasts.getState().show({ tone: 'bad', words })
          void client.invalidateQueries({ queryKey: [LIBRARY] })
          void client.invalidateQueries({ queryKey: ['jobs.list'] })
        })
        .finally(() => {
          void client.invalidateQueries({ queryKey: ['library.asset'] })
          void client.invalidateQueries({
            predicate: ({ queryKey }) => queryKey[0] === LIBRARY && queryKey.includes('starred'),
          })
        })
    },
    [client],
  )
}

/** Puts the star, or none, on every image of these results the window holds. */
function paint(client: QueryClient, ids: ReadonlySet<string>, starredAt: number | null): void {
  const one = <A extends Asset>(asset: A): A => (ids.has(asset.id) ? { ...asset, starredAt } : asset)
  client.setQueriesData<LibraryPages>(
    { queryKey: [LIBRARY] },
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, tiles: page.tiles.map(one) })) },
  )
  client.setQueriesData<RouteOutput<'library.asset'>>(
    { queryKey: ['library.asset'] },
    (data) => data && { ...data, asset: one(data.asset) },
  )
  const jobs = (page: JobPage): JobPage => ({
    ...page,
    jobs: page.jobs.map((job) => ({ ...job, assets: job.assets.map(one) })),
  })
  client.setQueriesData<JobPage | InfiniteData<JobPage>>({ queryKey: ['jobs.list'] }, (data) => {
    if (!data) return data
    return 'pages' in data ? { ...data, pages: data.pages.map(jobs) } : jobs(data)
  })
}
