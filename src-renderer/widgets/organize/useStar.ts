import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../host/call.ts'
import { showProblem } from '../../host/problemOf.ts'
import { t } from '../../i18n/t.ts'
import { libraryViews } from '../library/libraryPages.ts'
import { type Unchanged, changeAllIds, reloadAssets, updateCachedAssets } from './cachedAssets.ts'
import { makeUndoable, undoGroups } from './undoStack.ts'

/** Stars or unstars results with an optimistic update, which is reverted after a failure. It can be undone. */
export function useStar(): (ids: readonly string[], starred: boolean) => void {
  const client = useQueryClient()
  return useCallback(
    (ids, starred) => {
      if (ids.length === 0) return
      const change = setStar(client, ids, starred).then(
        ({ changed }) =>
          changed.length > 0 && {
            text: t(starred ? 'organize.starred' : 'organize.unstarred', { count: changed.length }),
            showsToast: ids.length > 1,
            undo: undoGroups([{ ids: changed }], (group) => setStar(client, group.ids, !starred)),
          },
      )
      void makeUndoable(change)
    },
    [client],
  )
}

/** Returns the changed results, and those left unchanged by a failure, which is shown. */
async function setStar(
  client: QueryClient,
  ids: readonly string[],
  starred: boolean,
): Promise<Unchanged & { changed: string[] }> {
  updateCachedAssets(client, new Set(ids), { starredAt: starred ? Date.now() : null })
  const { outputs, ...unchanged } = await changeAllIds(
    ids,
    (part) => call('library.star', { ids: part, starred }),
    (error) => {
      showProblem(error, t('collections.star_failed'))
      reloadAssets(client)
    },
  )
  void client.invalidateQueries({ queryKey: ['library.asset'] })
  void client.invalidateQueries(libraryViews({ uses: 'starred' }))
  return { changed: outputs.flatMap(({ changed }) => changed), ...unchanged }
}
