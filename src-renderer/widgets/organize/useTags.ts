import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { RouteName, RouteOutput } from '../../../src-preload/contract/routes.ts'
import { MAX_CHANGED_TAGS } from '../../../src-preload/constraints/limits.ts'
import { call } from '../../host/call.ts'
import { showProblem } from '../../host/problemOf.ts'
import { t } from '../../i18n/t.ts'
import { libraryViews } from '../library/libraryPages.ts'
import { changeAllIds, type Unchanged } from './cachedAssets.ts'
import { countResults, makeUndoable, undoGroups } from './undoStack.ts'

interface TagActions {
  add: (ids: readonly string[], tags: readonly string[]) => void
  remove: (ids: readonly string[], tag: string) => void
}

/** Adds tags to results and removes them. Each change can be undone. */
export function useTagActions(): TagActions {
  const client = useQueryClient()
  const change = useCallback(
    (ids: readonly string[], changes: readonly TagChange[]) => {
      const changing = changeTags(client, ids, changes).then(({ added, removed }) => {
        const groups = [
          ...added.map(({ tag, ids }) => ({ tag, ids, undo: { add: [], remove: [tag] } })),
          ...removed.map(({ tag, ids }) => ({ tag, ids, undo: { add: [tag], remove: [] } })),
        ]
        if (groups.length === 0) return undefined
        const tag = [...new Set(groups.map((group) => group.tag))].join(', ')
        return {
          text: t(added.length > 0 ? 'organize.tagged' : 'organize.untagged', {
            count: countResults(groups),
            tag,
          }),
          // The tags of a single result are shown where they are changed.
          showsToast: ids.length > 1,
          toastKey: 'tags',
          undo: undoGroups(groups, ({ ids, undo }) => changeTags(client, ids, [undo])),
        }
      })
      void makeUndoable(changing)
    },
    [client],
  )
  return {
    add: (ids, tags) => change(ids, additionsOf(tags)),
    remove: (ids, tag) => change(ids, [{ add: [], remove: [tag] }]),
  }
}

/** The tags that one call adds and removes; at most `MAX_CHANGED_TAGS` each. */
interface TagChange {
  add: string[]
  remove: string[]
}

function additionsOf(tags: readonly string[]): TagChange[] {
  const changes: TagChange[] = []
  for (let from = 0; from < tags.length; from += MAX_CHANGED_TAGS)
    changes.push({ add: tags.slice(from, from + MAX_CHANGED_TAGS), remove: [] })
  return changes
}

/**
 * Makes the changes one after another, until one fails, and returns what was changed, and the results left unchanged by a failure, which
 * is shown.
 */
async function changeTags(
  client: QueryClient,
  ids: readonly string[],
  changes: readonly TagChange[],
): Promise<RouteOutput<'library.tag'> & Unchanged> {
  const outputs: RouteOutput<'library.tag'>[] = []
  let unchanged: Unchanged = { rest: [], gone: [] }
  for (const change of changes) {
    const { outputs: changed, ...failed } = await changeAllIds(
      ids,
      (part) => call('library.tag', { ids: part, ...change }),
      (error) => showProblem(error, t('organize.tag_failed')),
    )
    outputs.push(...changed)
    unchanged = failed
    if (failed.rest.length > 0 || failed.gone.length > 0) break
  }
  reloadTags(client)
  return {
    added: outputs.flatMap(({ added }) => added),
    removed: outputs.flatMap(({ removed }) => removed),
    ...unchanged,
  }
}

/** Refetches everything that shows tags or is filtered by them. */
export function reloadTags(client: QueryClient): void {
  const routes: RouteName[] = ['library.asset', 'tags.count', 'tags.list', 'tags.missing', 'searches.list']
  for (const route of routes) void client.invalidateQueries({ queryKey: [route] })
  void client.invalidateQueries(libraryViews({ uses: 'tag' }))
}
