import { useEffect, useRef } from 'react'
import { call } from '../../../host/call.ts'
import { RECALLED_AT } from '../../../host/queryClient.ts'
import { useRoute } from '../../../host/useRoute.ts'
import { draftStore } from './draftStore.ts'
import { keptDraft, readDraft } from './savedDraft.ts'

const PAUSE_MS = 500

/** Opens with the draft of the last session and keeps this one, a moment after each pause and when the window goes. */
export function useDraftMemory(): void {
  const settings = useRoute('settings.get', undefined)
  const { data, isError, dataUpdatedAt } = settings
  /** The draft as an earlier session last knew it, until the studio tells. */
  const recalled = useRef<string | null>(null)
  useEffect(() => {
    const { load } = draftStore.getState()
    if (!data) return isError ? load(null) : undefined
    const text = JSON.stringify(data.draft)
    // After an end without a farewell the studio may know a newer one.
    load(readDraft(data.draft), recalled.current !== null && recalled.current !== text)
    recalled.current = dataUpdatedAt === RECALLED_AT ? text : null
  }, [data, isError, dataUpdatedAt])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const save = () => {
      clearTimeout(timer)
      if (timer === undefined) return
      timer = undefined
      // A draft not kept now is kept with the next change; the lost studio is said elsewhere.
      call('settings.set', { draft: { ...keptDraft(draftStore.getState()) } }).catch(() => {})
    }
    const end = draftStore.subscribe((now, before) => {
      if (!before.ready) return
      if (
        now.values === before.values &&
        now.models === before.models &&
        now.operation === before.operation &&
        now.seedLocked === before.seedLocked &&
        now.collection === before.collection
      )
        return
      clearTimeout(timer)
      timer = setTimeout(save, PAUSE_MS)
    })
    addEventListener('pagehide', save)
    return () => {
      end()
      removeEventListener('pagehide', save)
      save()
    }
  }, [])
}
