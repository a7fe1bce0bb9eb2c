import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import { call } from '../../host/call.ts'
import { showProblem } from '../../host/problemOf.ts'
import { t } from '../../i18n/t.ts'
import { libraryViews } from '../library/libraryPages.ts'
import { type Unchanged, changeAllIds, reloadAssets, updateCachedAssets } from './cachedAssets.ts'
import { countResults, makeUndoable, undoGroups } from './undoStack.ts'

/** Rates results from 1 to 5, or removes their rating with 0, with an optimistic update. It can be undone. */
export function useRate(): (ids: readonly string[], rating: number) => void {
  const client = useQueryClient()
  return useCallback(
    (ids, rating) => {
      if (ids.length === 0) return
      const change = rate(client, ids, rating).then(({ previous }) => {
        if (previous.length === 0) return undefined
        const count = countResults(previous)
        return {
          text:
            rating === 0
              ? t('organize.rating_cleared', { count })
              : t('organize.rated', { count, stars: '★'.repeat(rating) }),
          // A tile shows its rating only while the pointer is over it.
          showsToast: true,
          toastKey: 'rating',
          undo: undoGroups(previous, (group) => rate(client, group.ids, group.rating)),
        }
      })
      void makeUndoable(change)
    },
    [client],
  )
}

/** Returns the changed results by their previous rating, and those left unchanged by a failure, which is shown. */
async function rate(
  client: QueryClient,
  ids: readonly string[],
  rating: number,
): Promise<RouteOutput<'library.rate'> & Unchanged> {
  updateCachedAssets(client, new Set(ids), { rating })
  const { outputs, ...unchanged } = await changeAllIds(
    ids,
    (part) => call('library.rate', { ids: part, rating }),
    (error) => {
      showProblem(error, t('organize.rate_failed'))
      reloadAssets(client)
    },
  )
  void client.invalidateQueries({ queryKey: ['library.asset'] })
  void client.invalidateQueries(libraryViews({ uses: 'rating' }))
  return { previous: outputs.flatMap(({ previous }) => previous), ...unchanged }
}
