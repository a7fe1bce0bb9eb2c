import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { call } from '../../host/call.ts'
import { problemOf } from '../../host/problemOf.ts'
import { t } from '../../i18n/t.ts'
import { problemMessage } from '../../lib/problemMessage.ts'
import { toasts } from '../../lib/toasts.ts'
import { LIBRARY, type LibraryPages } from './libraryPages.ts'

const withoutTiles = (data: LibraryPages, ids: ReadonlySet<string>): LibraryPages => {
  const gone = data.pages.flatMap(({ tiles }) => tiles.filter(({ id }) => ids.has(id)))
  if (gone.length === 0) return data
  const bytes = gone.reduce((sum, tile) => sum + tile.bytes, 0)
  const pages = data.pages.map((page) => ({
    ...page,
    tiles: page.tiles.filter(({ id }) => !ids.has(id)),
    total: page.total - gone.length,
    bytes: page.bytes - bytes,
  }))
  return { ...data, pages }
}

const say = (error: unknown): void => {
  const { what, next } = problemMessage(problemOf(error))
  toasts.getState().show({ tone: 'bad', words: [what, next].filter(Boolean).join(' ') })
}

export interface Trash {
  /** Out of sight at once, with a way back in the toast. */
  trash: (ids: string[]) => void
  restore: (ids: string[]) => void
  empty: () => void
}

/** Moving results to the trash and back. */
export function useTrash(): Trash {
  const client = useQueryClient()
  const move = useCallback(
    async (route: 'library.trash' | 'library.restore', ids: string[]): Promise<boolean> => {
      const set = new Set(ids)
      // Only the view they leave: the other one is read again when it is opened.
      const leaves = route === 'library.trash' ? 'kept' : 'trash'
      client.setQueriesData<LibraryPages>(
        { queryKey: [LIBRARY, leaves] },
        (data) => data && withoutTiles(data, set),
      )
      try {
        await call(route, { ids })
      } catch (error) {
        say(error)
        return false
      } finally {
        void client.invalidateQueries({ queryKey: [LIBRARY, leaves === 'kept' ? 'trash' : 'kept'] })
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
        toasts.getState().show({ words: t('gallery.restored', { count: ids.length }) })
    },
    [move],
  )
  const trash = useCallback(
    async (ids: string[]): Promise<void> => {
      if (!(await move('library.trash', ids))) return void client.invalidateQueries({ queryKey: [LIBRARY] })
      const action = { label: t('common.undo'), run: () => void restore(ids) }
      toasts.getState().show({ words: t('gallery.trashed', { count: ids.length }), action })
    },
    [client, move, restore],
  )
  const empty = useCallback(async (): Promise<void> => {
    try {
      const { deleted } = await call('library.empty_trash', undefined)
      toasts.getState().show({ words: t('gallery.emptied', { count: deleted }) })
    } catch (error) {
      say(error)
    }
    void client.invalidateQueries({ queryKey: [LIBRARY, 'trash'] })
  }, [client])
  return { trash: (ids) => void trash(ids), restore: (ids) => void restore(ids), empty: () => void empty() }
}
