import { useEffect, useRef } from 'react'
import { call } from '../../../host/call.ts'
import { RESTORED_AT } from '../../../host/queryClient.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { draftStore } from '../../../widgets/forms/draftStore.ts'
import { hasSameSavedPart, parseDraft, serializeDraft } from './savedDraft.ts'

/** Pause in editing after which the draft is saved. */
const DEBOUNCE_MS = 500

/**
 * Restores the draft of the last session. Saves the current one after each pause in editing and when the window closes, whichever
 * screen is open, because other screens load parameters into the form too.
 */
export function useDraftPersistence(): void {
  const settings = useApiQuery('settings.get', undefined)
  const { data, isError, dataUpdatedAt } = settings
  /** The cached draft of an earlier session, used until the studio responds. */
  const restoredDraft = useRef<string | null>(null)
  useEffect(() => {
    const { load } = draftStore.getState()
    if (!data) return isError ? load(null) : undefined
    const text = JSON.stringify(data.draft)
    // After a crash or forced exit the studio may have a newer draft than the cache.
    load(parseDraft(data.draft), restoredDraft.current !== null && restoredDraft.current !== text)
    restoredDraft.current = dataUpdatedAt === RESTORED_AT ? text : null
  }, [data, isError, dataUpdatedAt])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const save = () => {
      clearTimeout(timer)
      if (timer === undefined) return
      timer = undefined
      // A draft that can't be saved now is saved on the next change; the lost connection to the studio is reported elsewhere.
      call('settings.set', { draft: { ...serializeDraft(draftStore.getState()) } }).catch(() => {})
    }
    const unsubscribe = draftStore.subscribe((state, previous) => {
      if (!previous.isLoaded || hasSameSavedPart(state, previous)) return
      clearTimeout(timer)
      timer = setTimeout(save, DEBOUNCE_MS)
    })
    addEventListener('pagehide', save)
    return () => {
      unsubscribe()
      removeEventListener('pagehide', save)
      save()
    }
  }, [])
}
