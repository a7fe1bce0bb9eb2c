import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { RouteOutput } from '../../../src-preload/contract/routes.ts'
import { call } from '../../host/call.ts'
import { showProblem } from '../../host/problemOf.ts'
import { mergeIntoQueries, routeKey } from '../../host/queryClient.ts'
import { t } from '../../i18n/t.ts'
import { toasts } from '../../lib/toasts.ts'
import { type Unchanged, changeAllIds, reloadAssets } from './cachedAssets.ts'
import { makeUndoable, undoGroups } from './undoStack.ts'
import { libraryViews, type LibraryPages } from '../library/libraryPages.ts'

const removeTiles = (data: LibraryPages, ids: ReadonlySet<string>): LibraryPages => {
  const removed = data.pages.flatMap(({ tiles }) => tiles.filter(({ id }) => ids.has(id)))
  if (removed.length === 0) return data
  const bytes = removed.reduce((sum, tile) => sum + tile.bytes, 0)
  const pages = data.pages.map((page) => ({
    ...page,
    tiles: page.tiles.filter(({ id }) => !ids.has(id)),
    totals: page.totals && {
      total: page.totals.total - removed.length,
      bytes: page.totals.bytes - bytes,
    },
  }))
  return { ...data, pages }
}

/** Removes results from lists sorted by meaning. */
const removeRanked = (client: QueryClient, ids: ReadonlySet<string>): void =>
  mergeIntoQueries<RouteOutput<'meaning.rank'>>(client, routeKey('meaning.rank'), (data) => {
    const results = data.results.filter(({ tile }) => !ids.has(tile.id))
    const removed = data.results.length - results.length
    if (removed === 0) return data
    return { ...data, results, total: data.total - removed, ready: data.ready - removed }
  })

export interface TrashActions {
  /** Removes the results from view immediately. Like `restore`, it can be undone. */
  trash: (ids: readonly string[]) => void
  restore: (ids: readonly string[]) => void
  empty: () => void
}

type Route = 'library.trash' | 'library.restore'
const TEXTS = { 'library.trash': 'gallery.trashed', 'library.restore': 'gallery.restored' } as const

/** Moves results to the trash and back with optimistic updates, and empties it. */
export function useTrash(): TrashActions {
  const client = useQueryClient()
  const change = useCallback(
    (route: Route, ids: readonly string[]): void => {
      const change = moveResults(client, route, ids).then(
        ({ changed }) =>
          changed.length > 0 && {
            text: t(TEXTS[route], { count: changed.length }),
            undoneText: t(TEXTS[OPPOSITES[route]], { count: changed.length }),
            showsToast: true,
            undo: undoGroups([{ ids: changed }], (group) => moveResults(client, OPPOSITES[route], group.ids)),
          },
      )
      void makeUndoable(change)
    },
    [client],
  )
  const empty = useCallback(async (): Promise<void> => {
    try {
      const { deleted } = await call('library.empty_trash', undefined)
      toasts.getState().show({ text: t('gallery.emptied', { count: deleted }) })
    } catch (error) {
      showProblem(error)
    }
    void client.invalidateQueries(libraryViews({ trash: true }))
  }, [client])
  return {
    trash: (ids) => change('library.trash', ids),
    restore: (ids) => change('library.restore', ids),
    empty: () => void empty(),
  }
}

const OPPOSITES: Record<Route, Route> = {
  'library.trash': 'library.restore',
  'library.restore': 'library.trash',
}

/** Returns the moved results, and those left in place by a failure, which is shown. */
async function moveResults(
  client: QueryClient,
  route: Route,
  ids: readonly string[],
): Promise<Unchanged & { changed: string[] }> {
  const fromTrash = route === 'library.restore'
  const idSet = new Set(ids)
  // Updates only the views that the results disappear from; the others are refetched.
  mergeIntoQueries<LibraryPages>(client, libraryViews({ trash: fromTrash }).queryKey, (data) =>
    removeTiles(data, idSet),
  )
  if (!fromTrash) removeRanked(client, idSet)
  const { outputs, ...unchanged } = await changeAllIds(
    ids,
    (part) => call(route, { ids: part }),
    (error) => {
      showProblem(error)
      // These results are still where they were.
      reloadAssets(client)
    },
  )
  void client.invalidateQueries(libraryViews({ trash: !fromTrash }))
  void client.invalidateQueries({ queryKey: ['library.asset'] })
  void client.invalidateQueries({ queryKey: ['jobs.list'] })
  return { changed: outputs.flatMap(({ changed }) => changed), ...unchanged }
}
