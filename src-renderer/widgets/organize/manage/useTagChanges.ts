import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { call } from '../../../host/call.ts'
import { problemOf, showProblem } from '../../../host/problemOf.ts'
import { t } from '../../../i18n/t.ts'
import { reloadTags } from '../useTags.ts'
import { failedUndo, makeUndoable, type UndoOutcome } from '../undoStack.ts'

interface TagChanges {
  /** Renames a tag; with `merge`, it is merged into an existing tag of that name. Returns the problem if it failed. */
  rename: (name: string, newName: string, merge: boolean) => Promise<Problem | null>
  /** Removes a tag from all results. A failure is shown. */
  remove: (name: string) => Promise<void>
}

/** Renames and deletes tags. Each change can be undone. */
export function useTagChanges(): TagChanges {
  const client = useQueryClient()
  return useMemo(() => {
    const run = async (text: string, changing: Promise<{ change: string }>): Promise<Problem | null> => {
      let problem: Problem | null = null
      const undoable = changing.then(
        ({ change }) => ({ text, showsToast: true, undo: () => undo(change) }),
        (error: unknown) => {
          problem = problemOf(error)
          return undefined
        },
      )
      await makeUndoable(undoable)
      reloadTags(client)
      return problem
    }
    const undo = async (change: string): Promise<UndoOutcome> => {
      try {
        await call('tags.undo', { change })
        return true
      } catch (error) {
        showProblem(error, t('organize.tag_failed'))
        return failedUndo(error)
      } finally {
        reloadTags(client)
      }
    }
    return {
      rename: (name, newName, merge) =>
        run(
          t(merge ? 'tags.merged' : 'tags.renamed', { name, newName }),
          call('tags.rename', { name, newName, merge }),
        ),
      remove: async (name) => {
        const deleting = call('tags.delete', { name })
        const problem = await run(t('tags.deleted', { name }), deleting)
        // Shows the error, which `run` only returned.
        if (problem) await deleting.catch((error: unknown) => showProblem(error, t('organize.tag_failed')))
      },
    }
  }, [client])
}
