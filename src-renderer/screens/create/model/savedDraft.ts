import type { Values } from '../../../../src-preload/contract/types/form.ts'
import type { SavedDraft } from '../../../widgets/forms/draftStore.ts'

type Json = Values[string]

/** The draft kept in the settings, read without trust: what is not one is none. */
export function readDraft(kept: Json | undefined): SavedDraft | null {
  if (!isRecord(kept)) return null
  const { operation, models, values, seedLocked, voices, collection } = kept
  if (!isRecord(models) || !isRecord(values)) return null
  const slugs = Object.entries(models).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const drafts = Object.entries(values).flatMap(([id, draft]) =>
    isRecord(draft) ? [[id, draft] as const] : [],
  )
  return {
    operation: typeof operation === 'string' ? operation : null,
    models: Object.fromEntries(slugs),
    values: Object.fromEntries(drafts),
    seedLocked: seedLocked === true,
    voices: Array.isArray(voices) ? voices.filter((voice) => typeof voice === 'string') : [],
    collection: typeof collection === 'string' ? collection : null,
  }
}

/** What of the store is kept. */
export const serializeDraft = ({
  operation,
  models,
  values,
  seedLocked,
  voices,
  collection,
}: SavedDraft): SavedDraft => ({
  operation,
  models,
  values,
  seedLocked,
  voices,
  collection,
})

const isRecord = (value: Json | undefined): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
