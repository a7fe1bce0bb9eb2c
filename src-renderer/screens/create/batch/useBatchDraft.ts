import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Plan } from '../../../../src-preload/contract/types/batch.ts'
import type { BatchDraft } from '../../../../src-preload/contract/types/batchDraft.ts'
import { call } from '../../../host/call.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { emptyPlan } from './planFields.ts'

const emptyDraft: BatchDraft = { plan: emptyPlan, terms: { name: null, capText: '' } }

/** Replaces the draft in the open dialog, by task. */
const openDialogs = new Map<string, (next: BatchDraft) => void>()

/** Pause in editing after which the draft is saved. */
const DEBOUNCE_MS = 500

/**
 * The draft of a task's batch. The studio keeps it until it is enqueued or discarded, even across restarts. `lists` are
 * wildcard lists to add to it, which replace its lists with the same names.
 */
export function useBatchDraft(operation: string, lists?: Plan['wildcards']) {
  const stored = useApiQuery('batches.draft', { operation }, { staleTime: 0, dropUnused: true })
  /** Undefined until the user changes something. */
  const [edited, setEdited] = useState<BatchDraft>()
  const saved = stored.data?.draft ?? null
  const initial = useMemo(() => addLists(saved ?? emptyDraft, lists), [saved, lists])
  const draft = edited ?? initial
  const unsaved = useRef<BatchDraft | undefined>(undefined)
  const save = useCallback(() => {
    const { current } = unsaved
    if (current === undefined) return
    unsaved.current = undefined
    // A draft that can't be saved now is saved on the next change; the lost connection to the studio is reported elsewhere.
    call('batches.save_draft', { operation, draft: isEmptyDraft(current) ? null : current }).catch(() => {})
  }, [operation])
  useEffect(() => {
    if (edited === undefined) return
    unsaved.current = edited
    const timer = setTimeout(save, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [edited, save])
  useEffect(() => {
    addEventListener('pagehide', save)
    return () => {
      removeEventListener('pagehide', save)
      save()
    }
  }, [save])
  const latestDraft = useRef(draft)
  useEffect(() => void (latestDraft.current = draft), [draft])
  const replace = useCallback(
    (next: BatchDraft) => {
      setEdited(next)
      unsaved.current = next
      save()
    },
    [save],
  )
  useEffect(() => {
    openDialogs.set(operation, replace)
    return () => void openDialogs.delete(operation)
  }, [operation, replace])
  return {
    draft,
    isLoading: stored.isPending,
    update: useCallback(
      (change: (current: BatchDraft) => BatchDraft) =>
        setEdited((current) => change(current ?? latestDraft.current)),
      [],
    ),
    /** Discards the draft and returns it, so that it can be restored. */
    discard: (): BatchDraft => {
      replace(emptyDraft)
      return draft
    },
    /** Restores a discarded draft, even after the dialog was closed or opened again. */
    restore: (discarded: BatchDraft) => (openDialogs.get(operation) ?? replace)(discarded),
    isEmpty: isEmptyDraft(draft),
  }
}

const addLists = (draft: BatchDraft, lists: Plan['wildcards'] | undefined): BatchDraft =>
  lists ? { ...draft, plan: { ...draft.plan, wildcards: { ...draft.plan.wildcards, ...lists } } } : draft

const isEmptyDraft = ({ plan, terms }: BatchDraft): boolean =>
  plan.count === emptyPlan.count &&
  plan.seeds === emptyPlan.seeds &&
  plan.variants === emptyPlan.variants &&
  plan.axes.length === 0 &&
  plan.table === null &&
  plan.files === null &&
  Object.keys(plan.wildcards).length === 0 &&
  terms.name === null &&
  terms.capText === ''
