import { useEffect } from 'react'
import { call } from '../../../host/call.ts'
import { useRoute } from '../../../host/useRoute.ts'
import { draftStore } from './draftStore.ts'
import { keptDraft, readDraft } from './savedDraft.ts'

const PAUSE_MS = 500

/** Opens with the draft of the last sitting and keeps this one, a moment after each pause and when the window goes. */
export function useDraftMemory(): void {
  const settings = useRoute('settings.get', undefined)
  const { data, isError } = settings
  useEffect(() => {
    if (data) draftStore.getState().load(readDraft(data.draft))
    else if (isError) draftStore.getState().load(null)
  }, [data, isError])

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
        now.seedLocked === before.seedLocked
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
