import { useEffect, useRef } from 'react'
import { call } from '../../../host/call.ts'
import { RESTORED_AT } from '../../../host/queryClient.ts'
import { useApiQuery } from '../../../host/useApiQuery.ts'
import { debouncedSave } from '../../../lib/debouncedSave.ts'
import { draftStore, type SavedDraft } from '../../../widgets/forms/draftStore.ts'
import { MAX_COPIES } from '../../../../src-preload/constraints/limits.ts'
import type { Values } from '../../../../src-preload/contract/types/form.ts'

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
    const { schedule, close } = debouncedSave(() => {
      // A draft that can't be saved now is saved on the next change; the lost connection to the studio is reported elsewhere.
      call('settings.set', { draft: { ...serializeDraft(draftStore.getState()) } }).catch(() => {})
    })
    const unsubscribe = draftStore.subscribe((state, previous) => {
      if (previous.isLoaded && !hasSameSavedPart(state, previous)) schedule()
    })
    return () => {
      unsubscribe()
      close()
    }
  }, [])
}

type Json = Values[string]

/** Validates the draft stored in the settings; null if it is invalid. */
export function parseDraft(saved: Json | undefined): SavedDraft | null {
  if (!isRecord(saved)) return null
  const { operation, models, values, entered, lockedSeeds, voices, collection, copies } = saved
  if (!isRecord(models) || !isRecord(values)) return null
  const modelSlugs = Object.entries(models).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return {
    operation: typeof operation === 'string' ? operation : null,
    models: Object.fromEntries(modelSlugs),
    values: recordsOf(values),
    entered: isRecord(entered) ? recordsOf(entered) : {},
    lockedSeeds: Array.isArray(lockedSeeds) ? lockedSeeds.filter((id) => typeof id === 'string') : [],
    voices: Array.isArray(voices) ? voices.filter((voice) => typeof voice === 'string') : [],
    collection: typeof collection === 'string' ? collection : null,
    copies: isRecord(copies) ? countsOf(copies) : {},
  }
}

/** The part of the store that is saved. */
export const serializeDraft = ({
  operation,
  models,
  values,
  entered,
  lockedSeeds,
  voices,
  collection,
  copies,
}: SavedDraft): SavedDraft => ({
  operation,
  models,
  values,
  entered,
  lockedSeeds,
  voices,
  collection,
  copies,
})

/** Whether two states of the store would be saved as the same draft. */
export function hasSameSavedPart(a: SavedDraft, b: SavedDraft): boolean {
  const saved = new Map(Object.entries(serializeDraft(b)))
  return Object.entries(serializeDraft(a)).every(([key, value]) => saved.get(key) === value)
}

/** The valid numbers of copies, by operation. */
const countsOf = (value: Values): Record<string, number> =>
  Object.fromEntries(
    Object.entries(value).flatMap(([id, count]) =>
      typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= MAX_COPIES
        ? [[id, count] as const]
        : [],
    ),
  )

/** The entries that are records themselves. */
const recordsOf = (value: Values): Record<string, Values> =>
  Object.fromEntries(
    Object.entries(value).flatMap(([id, item]) => (isRecord(item) ? [[id, item] as const] : [])),
  )

const isRecord = (value: Json | undefined): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
