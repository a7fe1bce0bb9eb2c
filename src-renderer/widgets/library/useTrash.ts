import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../host/call.ts'
import { showProblem } from '../../host/problemOf.ts'
import { t } from '../../i18n/t.ts'
import { toasts } from '../../lib/toasts.ts'
import { libraryViews, type LibraryPages } from './libraryPages.ts'

const removeTiles = (data: LibraryPages, ids: ReadonlySet<string>): LibraryPages => {
  const removed = data.pages.flatMap(({ tiles }) => tiles.filter(({ id }) => ids.has(id)))
  if (removed.length === 0) return data
  const bytes = removed.reduce((sum, tile) => sum + tile.bytes, 0)
  const pages = data.pages.map((page) => ({
    ...page,
    tiles: page.tiles.filter(({ id }) => !ids.has(id)),
    total: page.total - removed.length,
    bytes: page.bytes - bytes,
  }))
  return { ...data, pages }
}

export interface TrashActions {
  /** Removes the results from view immediately and offers undo in the toast. */
  trash: (ids: string[]) => void
  restore: (ids: string[]) => void
  empty: () => void
}

/** Moves results to the trash and back with optimistic updates, and empties it. */
export function useTrash(): TrashActions {
  const client = useQueryClient()
  const move = useCallback(
    async (route: 'library.trash' | 'library.restore', ids: string[]): Promise<boolean> => {
      const idSet = new Set(ids)
      const fromTrash = route === 'library.restore'
      // Updates only the views that they leave; the others are refetched.
      client.setQueriesData<LibraryPages>(
        libraryViews({ trash: fromTrash }),
        (data) => data && removeTiles(data, idSet),
      )
      try {
        await call(route, { ids })
      } catch (error) {
        showProblem(error)
        // The results are still where they were.
        void client.invalidateQueries(libraryViews())
        return false
      } finally {
        void client.invalidateQueries(libraryViews({ trash: !fromTrash }))
        void client.invalidateQueries({ queryKey: ['library.asset'] })
        void client.invalidateQueries({ queryKey: ['jobs.list'] })
      }
      return true
    },
    [client],
  )
  const restore = useCallback(
    async (ids: string[]): Promise<void> => {
      if (await move('library.restore', ids))
        toasts.getState().show({ text: t('gallery.restored', { count: ids.length }) })
    },
    [move],
  )
  const trash = useCallback(
    async (ids: string[]): Promise<void> => {
      if (!(await move('library.trash', ids))) return
      const action = { label: t('common.undo'), run: () => void restore(ids) }
      toasts.getState().show({ text: t('gallery.trashed', { count: ids.length }), action })
    },
    [move, restore],
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
  return { trash: (ids) => void trash(ids), restore: (ids) => void restore(ids), empty: () => void empty() }
}
