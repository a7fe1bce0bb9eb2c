import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { RouteName, RouteOutput } from '../../../src-preload/contract/routes.ts'
import { call } from '../../host/call.ts'
import { showProblem } from '../../host/problemOf.ts'
import { t } from '../../i18n/t.ts'
import { libraryViews } from '../library/libraryPages.ts'
import { forAllIds } from './cachedAssets.ts'
import { makeUndoable } from './undoStack.ts'

interface TagActions {
  add: (ids: readonly string[], tags: readonly string[]) => void
  remove: (ids: readonly string[], tag: string) => void
}

/** Adds tags to results and removes them. Each change can be undone. */
export function useTagActions(): TagActions {
  const client = useQueryClient()
  const change = useCallback(
    (ids: readonly string[], add: readonly string[], remove: readonly string[]) => {
      const changing = changeTags(client, ids, add, remove).then((done) => {
        const [first] = done ? [...done.added, ...done.removed] : []
        if (!done || !first) return undefined
        const tag = [...new Set([...done.added, ...done.removed].map((group) => group.tag))].join(', ')
        const count = new Set([...done.added, ...done.removed].flatMap((group) => group.ids)).size
        return {
          text: t(done.added.length > 0 ? 'organize.tagged' : 'organize.untagged', { count, tag }),
          // The tags of a single result are shown where they are changed.
          showsToast: ids.length > 1,
          toastKey: 'tags',
          undo: () => undoTags(client, done),
        }
      })
      void makeUndoable(changing)
    },
    [client],
  )
  return {
    add: (ids, tags) => change(ids, tags, []),
    remove: (ids, tag) => change(ids, [], [tag]),
  }
}

type TagChanges = RouteOutput<'library.tag'>

/** Returns what was changed; undefined after a failure, which is shown. */
async function changeTags(
  client: QueryClient,
  ids: readonly string[],
  add: readonly string[],
  remove: readonly string[],
): Promise<TagChanges | undefined> {
  try {
    const outputs = await forAllIds(ids, (part) =>
      call('library.tag', { ids: part, add: [...add], remove: [...remove] }),
    )
    return {
      added: outputs.flatMap(({ added }) => added),
      removed: outputs.flatMap(({ removed }) => removed),
    }
  } catch (error) {
    showProblem(error, t('organize.tag_failed'))
    return undefined
  } finally {
    reloadTags(client)
  }
}

/** Refetches everything that shows tags or is filtered by them. */
export function reloadTags(client: QueryClient): void {
  const routes: RouteName[] = ['library.asset', 'tags.count', 'tags.list', 'tags.missing', 'searches.list']
  for (const route of routes) void client.invalidateQueries({ queryKey: [route] })
  void client.invalidateQueries(libraryViews({ uses: 'tag' }))
}

async function undoTags(client: QueryClient, { added, removed }: TagChanges): Promise<boolean> {
  for (const { tag, ids } of added) if (!(await changeTags(client, ids, [], [tag]))) return false
  for (const { tag, ids } of removed) if (!(await changeTags(client, ids, [tag], []))) return false
  return true
}
