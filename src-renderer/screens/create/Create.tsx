import { lazy, Suspense, useEffect, useRef } from 'react'
import { useApiQuery } from '../../host/useApiQuery.ts'
import { CreatePanel, PANEL_ID } from './panel/CreatePanel.tsx'
import { call } from '../../host/call.ts'
import { RESTORED_AT } from '../../host/queryClient.ts'
import { draftStore } from '../../widgets/forms/draftStore.ts'
import { hasSameSavedPart, parseDraft, serializeDraft } from './model/savedDraft.ts'
import styles from './Create.module.css'

// The form paints first; results and the welcome screen load after it.
const ResultPane = lazy(async () => ({ default: (await import('./result/ResultPane.tsx')).ResultPane }))
const Welcome = lazy(async () => ({ default: (await import('./Welcome.tsx')).Welcome }))

/** The main screen: the form at the left, results at the right. */
export function Create() {
  const connections = useApiQuery('connections.list', undefined)
  useDraftPersistence()
  const isWelcome = connections.data?.connections.length === 0
  useFocusAfterWelcome(isWelcome)
  if (isWelcome)
    return (
      <Suspense>
        <Welcome />
      </Suspense>
    )
  return (
    <div className={styles.create}>
      <CreatePanel />
      <Suspense fallback={<div className={styles.results} />}>
        <ResultPane />
      </Suspense>
    </div>
  )
}

/** Moves the focus into the form when it takes the place of the welcome screen, whose pressed button disappears. */
function useFocusAfterWelcome(isWelcome: boolean): void {
  const wasWelcome = useRef(false)
  useEffect(() => {
    if (wasWelcome.current && !isWelcome) document.getElementById(PANEL_ID)?.focus()
    wasWelcome.current = isWelcome
  }, [isWelcome])
}

/** Pause in editing after which the draft is saved. */
const DEBOUNCE_MS = 500

/** Restores the draft of the last session, and saves the current one (debounced) and when the window closes. */
function useDraftPersistence(): void {
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
