import { Star as StarIcon } from 'lucide-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import { t } from '../../i18n/t.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import { call } from '../../host/call.ts'
import { showProblem } from '../../host/problemOf.ts'
import { libraryViews, type LibraryPages } from '../library/libraryPages.ts'
import styles from './collections.module.css'

/** Toggles the star of a result. */
export function StarButton({ asset }: { asset: Pick<Asset, 'id' | 'starredAt'> }) {
  const star = useStar()
  const isStarred = asset.starredAt !== null
  return (
    <IconButton
      label={t(isStarred ? 'collections.unstar' : 'collections.star')}
      keys="S"
      aria-pressed={isStarred}
      className={styles.star}
      icon={<StarIcon aria-hidden />}
      onClick={() => star([asset.id], !isStarred)}
    />
  )
}

type StarResults = (ids: readonly string[], starred: boolean) => void

/** Stars or unstars results with an optimistic update, which is reverted after a failure. */
export function useStar(): StarResults {
  const client = useQueryClient()
  return useCallback(
    (ids, starred) => {
      if (ids.length === 0) return
      setStarredAt(client, new Set(ids), starred ? Date.now() : null)
      call('library.star', { ids: [...ids], starred })
        .catch((error: unknown) => {
          showProblem(error, t('collections.star_failed'))
          void client.invalidateQueries(libraryViews())
          void client.invalidateQueries({ queryKey: ['jobs.list'] })
        })
        .finally(() => {
          void client.invalidateQueries({ queryKey: ['library.asset'] })
          void client.invalidateQueries(libraryViews({ starred: true }))
        })
    },
    [client],
  )
}

/** Sets the star of these results in all cached queries. */
function setStarredAt(client: QueryClient, ids: ReadonlySet<string>, starredAt: number | null): void {
  const update = <A extends Asset>(asset: A): A => (ids.has(asset.id) ? { ...asset, starredAt } : asset)
  client.setQueriesData<LibraryPages>(
    libraryViews(),
    (data) =>
      data && { ...data, pages: data.pages.map((page) => ({ ...page, tiles: page.tiles.map(update) })) },
  )
  client.setQueriesData<RouteOutput<'library.asset'>>(
    { queryKey: ['library.asset'] },
    (data) => data && { ...data, asset: update(data.asset) },
  )
  client.setQueriesData<RouteOutput<'jobs.list'>>(
    { queryKey: ['jobs.list'] },
    (data) => data && { ...data, jobs: data.jobs.map((job) => ({ ...job, assets: job.assets.map(update) })) },
  )
}
