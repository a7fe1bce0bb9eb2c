import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RouteInput, RouteName } from '../../../src-preload/contract/routes.ts'
import type { Collection } from '../../../src-preload/contract/types/collection.ts'
import { call } from '../../host/call.ts'
import { showProblem } from '../../host/problemOf.ts'
import { t } from '../../i18n/t.ts'
import { toasts } from '../../lib/toasts.ts'
import { libraryViews } from '../library/libraryPages.ts'
import { changeAllIds, type Unchanged } from '../organize/cachedAssets.ts'
import { failedUndo, makeUndoable, undoGroups, type UndoOutcome } from '../organize/undoStack.ts'

type NamedCollection = Pick<Collection, 'id' | 'name'>

interface CollectionActions {
  add: (collection: NamedCollection, ids: readonly string[]) => void
  remove: (collection: NamedCollection, ids: readonly string[]) => void
  /** Moves a collection into another one; a null `parent` moves it out of its current one. */
  move: (collection: Collection, parent: NamedCollection | null) => void
  /** Makes the creation of a collection with results undoable. */
  recordCreation: (created: NamedCollection, results: number) => void
  /** Makes the renaming of a collection undoable. */
  recordRename: (before: NamedCollection, after: NamedCollection) => void
  /** Makes a result the cover; null chooses the newest one. */
  setCover: (collection: Collection, assetId: string | null) => void
  /** Calls `onDeleted` if it succeeded. */
  deleteCollection: (collection: NamedCollection, onDeleted: () => void) => void
}

/** Changes to collections and to the results in them. Each can be undone. */
export function useCollectionActions(): CollectionActions {
  const client = useQueryClient()
  return useMemo(
    () => ({
      add: (collection, ids) => void makeUndoable(addOrRemove(client, 'collections.add', collection, ids)),
      remove: (collection, ids) =>
        void makeUndoable(addOrRemove(client, 'collections.remove', collection, ids)),
      move: ({ id, name, parentId }, parent) => {
        const move = (to: string | null) => changeCollection(client, 'collections.move', { id, parentId: to })
        const text = parent
          ? t('collections.moved', { name, parent: parent.name })
          : t('collections.moved_out', { name })
        void makeUndoable(
          move(parent?.id ?? null).then(
            (outcome) => outcome === true && { text, showsToast: true, undo: () => move(parentId) },
          ),
        )
      },
      recordCreation: ({ id, name }, results) => {
        const text = t('collections.added', { count: results, name })
        const undo = () => changeCollection(client, 'collections.delete', { id })
        void makeUndoable(Promise.resolve({ text, showsToast: true, undo }))
      },
      recordRename: ({ id, name }, after) => {
        if (name === after.name) return
        const text = t('collections.renamed', { name, newName: after.name })
        const undo = () => changeCollection(client, 'collections.rename', { id, name })
        void makeUndoable(Promise.resolve({ text, showsToast: true, undo }))
      },
      setCover: ({ id, name, cover, isCoverChosen }, assetId) => {
        const set = (to: string | null) =>
          changeCollection(client, 'collections.set_cover', { id, assetId: to })
        const previous = isCoverChosen && cover ? cover.id : null
        void makeUndoable(
          set(assetId).then(
            (outcome) =>
              outcome === true && {
                text: t('collections.cover_set', { name }),
                showsToast: true,
                undo: () => set(previous),
              },
          ),
        )
      },
      deleteCollection: ({ id, name }, onDeleted) =>
        void makeUndoable(
          changeCollection(client, 'collections.delete', { id }).then((outcome) => {
            if (outcome !== true) return undefined
            onDeleted()
            const undo = () => changeCollection(client, 'collections.restore', { id })
            const undoneText = t('collections.undeleted', { name })
            return { text: t('collections.deleted', { name }), undoneText, showsToast: true, undo }
          }),
        ),
    }),
    [client],
  )
}

type Route = 'collections.add' | 'collections.remove'
const OPPOSITES: Record<Route, Route> = {
  'collections.add': 'collections.remove',
  'collections.remove': 'collections.add',
}

async function addOrRemove(
  client: QueryClient,
  route: Route,
  collection: NamedCollection,
  ids: readonly string[],
) {
  const { changed, rest, gone } = await changeContent(client, route, collection, ids)
  if (changed.length === 0) {
    if (route === 'collections.add' && rest.length === 0 && gone.length === 0)
      toasts.getState().show({ text: t('collections.added_none', collection) })
    return undefined
  }
  const text = t(route === 'collections.add' ? 'collections.added' : 'collections.removed', {
    count: changed.length,
    name: collection.name,
  })
  const undo = undoGroups([{ ids: changed }], (group) =>
    changeContent(client, OPPOSITES[route], collection, group.ids),
  )
  return { text, showsToast: true, undo }
}

/** Returns the results that were added or removed, and those left unchanged by a failure, which is shown. */
async function changeContent(
  client: QueryClient,
  route: Route,
  { id }: NamedCollection,
  ids: readonly string[],
): Promise<Unchanged & { changed: string[] }> {
  const { outputs, ...unchanged } = await changeAllIds(
    ids,
    (part) => call(route, { id, ids: part }),
    showProblem,
  )
  void client.invalidateQueries({ queryKey: ['collections.list'] })
  void client.invalidateQueries({ queryKey: ['library.asset'] })
  void client.invalidateQueries(libraryViews({ uses: 'collection' }))
  return { changed: outputs.flatMap(({ changed }) => changed), ...unchanged }
}

/** Changes a collection itself; returns true if that succeeded. A failure is shown, and returned as that of an undo. */
async function changeCollection<R extends RouteName>(
  client: QueryClient,
  route: R,
  input: RouteInput<R>,
): Promise<UndoOutcome> {
  try {
    await call(route, input)
    return true
  } catch (error) {
    showProblem(error)
    return failedUndo(error)
  } finally {
    void client.invalidateQueries({ queryKey: ['collections.list'] })
    void client.invalidateQueries({ queryKey: ['budgets.get'] })
    void client.invalidateQueries({ queryKey: ['library.asset'] })
    void client.invalidateQueries(libraryViews({ uses: 'collection' }))
  }
}
