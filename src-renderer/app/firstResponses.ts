import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { RouteOutput } from '../../src-preload/contract/routes.ts'
import { draftStore } from '../widgets/forms/draftStore.ts'
import { serializeDraft, readDraft } from '../screens/create/model/savedDraft.ts'
import { RESTORED_AT } from '../host/queryClient.ts'

const MEMORY = 'easel.first'
const SETTINGS: QueryKey = ['settings.get', undefined]
/** Maximum size in characters, because it is read before the first paint. */
const MAX_CHARACTERS = 500_000
/** The script's address identifies the build, because responses of another build may have another shape. */
const BUILD = import.meta.url

interface Kept {
  build: string
  answers: [QueryKey, unknown][]
}

/** Only the storage of the desktop window belongs to one library. */
const desktopMemory = (): Storage | null => (location.protocol === 'app:' ? localStorage : null)

/**
 * Puts the last responses of the first screen into the cache, so that it does not wait for the studio; all of it is requested
 * again.
 */
export function restoreFirstResponses(client: QueryClient, memory = desktopMemory()): void {
  try {
    const kept: Kept | null = JSON.parse(memory?.getItem(MEMORY) ?? 'null')
    if (kept?.build !== BUILD) return
    for (const [key, answer] of kept.answers) client.setQueryData(key, answer, { updatedAt: RESTORED_AT })
    const settings = client.getQueryData<RouteOutput<'settings.get'>>(SETTINGS)
    // Before the first render, which then shows the complete form.
    if (settings) draftStore.getState().load(readDraft(settings.draft))
  } catch {
    // Invalid data is dropped, and the studio's responses are awaited.
    memory?.removeItem(MEMORY)
  }
}

/** Saves the data of the first screen for the next start whenever the window is hidden. */
export function saveFirstResponses(client: QueryClient, memory = desktopMemory()): void {
  if (!memory) return
  const keep = (): void => {
    const answers = firstResponses(client)
    const text = answers && JSON.stringify({ build: BUILD, answers } satisfies Kept)
    if (text && text.length <= MAX_CHARACTERS) memory.setItem(MEMORY, text)
    else memory.removeItem(MEMORY)
  }
  addEventListener('pagehide', keep)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep()
  })
}

/** Null if a response is missing. */
function firstResponses(client: QueryClient): Kept['answers'] | null {
  const draft = serializeDraft(draftStore.getState())
  const operation = draft.operation ?? ''
  const model = draft.models[operation] ?? ''
  const settings = client.getQueryData<RouteOutput<'settings.get'>>(SETTINGS)
  const keys: QueryKey[] = [
    ['connections.list', undefined],
    ['operations.list', undefined],
    ['models.list', { operation }],
    ['forms.open', { operation, model }],
  ]
  const answers = keys.map((key): [QueryKey, unknown] => [key, client.getQueryData(key)])
  if (!settings || answers.some(([, answer]) => answer === undefined)) return null
  return [[SETTINGS, { ...settings, draft }], ...answers]
}
