import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../host/call.ts'
import { showProblem } from '../../host/problemOf.ts'
import { t } from '../../i18n/t.ts'
import { libraryViews } from '../library/libraryPages.ts'
import { forAllIds, reloadAssets, updateCachedAssets } from './cachedAssets.ts'
import { makeUndoable } from './undoStack.ts'

/** Stars or unstars results with an optimistic update, which is reverted after a failure. It can be undone. */
export function useStar(): (ids: readonly string[], starred: boolean) => void {
  const client = useQueryClient()
  return useCallback(
    (ids, starred) => {
      if (ids.length === 0) return
      const change = setStar(client, ids, starred).then(
        (changed) =>
          changed &&
          changed.length > 0 && {
            text: t(starred ? 'organize.starred' : 'organize.unstarred', { count: changed.length }),
            showsToast: ids.length > 1,
            undo: async () => (await setStar(client, changed, !starred)) !== undefined,
          },
      )
      void makeUndoable(change)
    },
    [client],
  )
}

/** Returns the changed results; undefined after a failure, which is shown. */
async function setStar(
  client: QueryClient,
  ids: readonly string[],
  starred: boolean,
): Promise<string[] | undefined> {
  updateCachedAssets(client, new Set(ids), { starredAt: starred ? Date.now() : null })
  try {
    const outputs = await forAllIds(ids, (part) => call('library.star', { ids: part, starred }))
    return outputs.flatMap(({ changed }) => changed)
  } catch (error) {
    showProblem(error, t('collections.star_failed'))
    reloadAssets(client)
    return undefined
  } finally {
    void client.invalidateQueries({ queryKey: ['library.asset'] })
    void client.invalidateQueries(libraryViews({ uses: 'starred' }))
  }
}
