import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { showProblem } from '../../../host/problemOf.ts'
import {
  changeSelection,
  NO_SELECTION,
  selectIds,
  type QueueSelection,
  type SelectionChange,
} from './queueSelection.ts'

/** The ids of all jobs in the group of a job (its batch, or the jobs outside batches), in the order of the list, loaded or not. */
export type ListGroup = (id: string | null) => Promise<readonly string[]>

export interface QueueSelectionActions extends QueueSelection {
  change: (id: string, change: SelectionChange, order: readonly string[]) => void
  /** Selects all jobs of the group that has the keyboard focus. */
  selectAll: (listGroup: ListGroup) => void
  /** Selects from the anchor, or from this job if the anchor is not in its group, to the end of the group. */
  extendToEnd: (id: string, listGroup: ListGroup) => void
  clear: () => void
}

/** The selected jobs of the queue, with the actions that change the selection. */
export function useQueueSelection(): QueueSelectionActions {
  const [selection, setSelection] = useState(NO_SELECTION)
  const latest = useRef(selection)
  useEffect(() => void (latest.current = selection), [selection])
  /** Incremented by each change, so that a list of ids requested before it is ignored. */
  const version = useRef(0)
  const set = useCallback((next: (current: QueueSelection) => QueueSelection) => {
    version.current++
    setSelection(next)
  }, [])
  /** Selects the group of the job `from`: without `starts` all of it, otherwise from the first of `starts` in it to its end. */
  const selectListed = useCallback(
    async (from: string | null, listGroup: ListGroup, starts: readonly string[] = []) => {
      const requestVersion = ++version.current
      try {
        const ids = await listGroup(from)
        if (version.current !== requestVersion) return
        const start = starts.find((id) => ids.includes(id))
        if (start === undefined && starts.length > 0) return
        const first = start === undefined ? 0 : ids.indexOf(start)
        setSelection((current) => selectIds(current, ids.slice(first)))
      } catch (error) {
        showProblem(error)
      }
    },
    [],
  )
  const actions = useMemo(
    () => ({
      change: (id: string, change: SelectionChange, order: readonly string[]) =>
        set((current) => changeSelection(current, id, change, order)),
      selectAll: (listGroup: ListGroup) => void selectListed(latest.current.active, listGroup),
      extendToEnd: (id: string, listGroup: ListGroup) => {
        const { anchor } = latest.current
        void selectListed(id, listGroup, anchor === null ? [id] : [anchor, id])
      },
      clear: () => set(({ active }) => ({ ids: new Set(), anchor: active, active })),
    }),
    [set, selectListed],
  )
  return useMemo(() => ({ ...selection, ...actions }), [selection, actions])
}
