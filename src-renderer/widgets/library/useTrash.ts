import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../host/call.ts'
import { showProblem } from '../../host/problemOf.ts'
import { t } from '../../i18n/t.ts'
import { toasts } from '../../lib/toasts.ts'
import { LIBRARY_KEY, type LibraryPages } from './libraryPages.ts'

const withoutTiles = (data: LibraryPages, ids: ReadonlySet<string>): LibraryPages => {
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

export interface Trash {
  /** Removes the results from view immediately and offers undo in the toast. */
  trash: (ids: string[]) => void
  restore: (ids: string[]) => void
  empty: () => void
}

/** Moves results to the trash and back with optimistic updates, and empties it. */
export function useTrash(): Trash {
  const client = useQueryClient()
  const move = useCallback(
    async (route: 'library.trash' | 'library.restore', ids: string[]): Promise<boolean> => {
      const idSet = new Set(ids)
      // Updates only the view they leave; the other one is refetched when opened.
      const source = route === 'library.trash' ? 'kept' : 'trash'
      client.setQueriesData<LibraryPages>(
        { queryKey: [LIBRARY_KEY, source] },
        (data) => data && withoutTiles(data, idSet),
      )
      try {
        await call(route, { ids })
      } catch (error) {
        showProblem(error)
        return false
      } finally {
        void client.invalidateQueries({ queryKey: [LIBRARY_KEY, source === 'kept' ? 'trash' : 'kept'] })
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
      if (!(await move('library.trash', ids)))
        return void client.invalidateQueries({ queryKey: [LIBRARY_KEY] })
      const action = { label: t('common.undo'), run: () => void restore(ids) }
      toasts.getState().show({ text: t('gallery.trashed', { count: ids.length }), action })
    },
    [client, move, restore],
  )
  const empty = useCallback(async (): Promise<void> => {
    try {
      const { deleted } = await call('library.empty_trash', undefined)
      toasts.getState().show({ text: t('gallery.emptied', { count: deleted }) })
    } catch (error) {
      showProblem(error)
    }
    void client.invalidateQueries({ queryKey: [LIBRARY_KEY, 'trash'] })
  }, [client])
  return { trash: (ids) => void trash(ids), restore: (ids) => void restore(ids), empty: () => void empty() }
}
