import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Collection } from '../../../src-preload/contract/types/collection.ts'
import { call } from '../../host/call.ts'
import { showProblem } from '../../host/problemOf.ts'
import { t } from '../../i18n/t.ts'
import { toasts } from '../../lib/toasts.ts'
import { libraryViews } from '../library/libraryPages.ts'

type NamedCollection = Pick<Collection, 'id' | 'name'>

type Route = 'collections.add' | 'collections.remove'

interface CollectionActions {
  add: (collection: NamedCollection, ids: readonly string[]) => void
  remove: (collection: NamedCollection, ids: readonly string[]) => void
}

/** Adds results to collections and removes them, with undo in the toast. */
export function useCollectionActions(): CollectionActions {
  const client = useQueryClient()
  const changeAndRefetch = useCallback(
    (route: Route, collection: NamedCollection, ids: readonly string[]) =>
      changeCollection(route, collection, ids).finally(() => {
        void client.invalidateQueries({ queryKey: ['collections.list'] })
        void client.invalidateQueries({ queryKey: ['library.asset'] })
        void client.invalidateQueries(libraryViews({ collection: collection.id }))
      }),
    [client],
  )
  const add = useCallback(
    async (collection: NamedCollection, ids: readonly string[]) => {
      const count = await changeAndRefetch('collections.add', collection, ids)
      if (count === null) return
      const text =
        count === 0
          ? t('collections.added_none', collection)
          : t('collections.added', { count, name: collection.name })
      toasts.getState().show({ text })
    },
    [changeAndRefetch],
  )
  const remove = useCallback(
    async (collection: NamedCollection, ids: readonly string[]) => {
      const count = await changeAndRefetch('collections.remove', collection, ids)
      if (count === null) return
      const action = {
        label: t('common.undo'),
        run: () => void changeAndRefetch('collections.add', collection, ids),
      }
      toasts.getState().show({ text: t('collections.removed', { count, name: collection.name }), action })
    },
    [changeAndRefetch],
  )
  return {
    add: (collection, ids) => void add(collection, ids),
    remove: (collection, ids) => void remove(collection, ids),
  }
}

/** Returns the number of results added or removed; null after a failure, which is shown in a toast. */
async function changeCollection(
  route: Route,
  { id }: NamedCollection,
  ids: readonly string[],
): Promise<number | null> {
  try {
    return (await call(route, { id, ids: [...ids] })).changed
  } catch (error) {
    showProblem(error)
    return null
  }
}
