import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../host/call.ts'
import { showProblem } from '../../host/problemOf.ts'
import { t } from '../../i18n/t.ts'
import { libraryViews } from '../library/libraryPages.ts'
import { forAllIds, reloadAssets, updateCachedAssets } from './cachedAssets.ts'
import { makeUndoable } from './undoStack.ts'

/** Rates results from 1 to 5, or removes their rating with 0, with an optimistic update. It can be undone. */
export function useRate(): (ids: readonly string[], rating: number) => void {
  const client = useQueryClient()
  return useCallback(
    (ids, rating) => {
      if (ids.length === 0) return
      const change = rate(client, ids, rating).then((previous) => {
        if (previous === undefined || previous.length === 0) return undefined
        const count = previous.reduce((sum, group) => sum + group.ids.length, 0)
        return {
          text:
            rating === 0
              ? t('organize.rating_cleared', { count })
              : t('organize.rated', { count, stars: '★'.repeat(rating) }),
          // A tile shows its rating only while the pointer is over it.
          showsToast: true,
          toastKey: 'rating',
          undo: () => restoreRatings(client, previous),
        }
      })
      void makeUndoable(change)
    },
    [client],
  )
}

/** Ids of results, grouped by rating. */
type RatedIds = { rating: number; ids: string[] }[]

/** Returns the changed results by their previous rating; undefined after a failure, which is shown. */
async function rate(
  client: QueryClient,
  ids: readonly string[],
  rating: number,
): Promise<RatedIds | undefined> {
  updateCachedAssets(client, new Set(ids), { rating })
  try {
    const outputs = await forAllIds(ids, (part) => call('library.rate', { ids: part, rating }))
    return outputs.flatMap(({ previous }) => previous)
  } catch (error) {
    showProblem(error, t('organize.rate_failed'))
    reloadAssets(client)
    return undefined
  } finally {
    void client.invalidateQueries({ queryKey: ['library.asset'] })
    void client.invalidateQueries(libraryViews({ uses: 'rating' }))
  }
}

async function restoreRatings(client: QueryClient, previous: RatedIds): Promise<boolean> {
  for (const { rating, ids } of previous) {
    if ((await rate(client, ids, rating)) === undefined) return false
  }
  return true
}
