import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { RouteOutput, RouteInput, RouteName } from '../../src-preload/contract/routes.ts'
import { draftStore } from '../widgets/forms/draftStore.ts'
import { serializeDraft, parseDraft } from '../screens/create/model/draftPersistence.ts'
import { RESTORED_AT, SETTINGS_KEY } from '../host/queryClient.ts'
import { call } from '../host/call.ts'

const STORAGE_KEY = 'easel.first'
/** Larger data isn't saved, because reading it would delay the first paint. */
const MAX_CHARACTERS = 500_000
/** The script's URL identifies the build; responses of another build may have another shape. */
const BUILD = import.meta.url

interface SavedResponses {
  build: string
  responses: [QueryKey, unknown][]
}

/** The storage of the desktop window; null in a browser, where other libraries may use the same storage. */
const desktopStorage = (): Storage | null => (location.protocol === 'app:' ? localStorage : null)

/**
 * Fills the cache with the responses that the last session saved, so that the first screen is complete before the studio
 * responds. They count as outdated and are requested again.
 */
export function restoreFirstResponses(client: QueryClient, storage = desktopStorage()): void {
  try {
    const saved: SavedResponses | null = JSON.parse(storage?.getItem(STORAGE_KEY) ?? 'null')
    if (saved?.build !== BUILD) return
    for (const [key, response] of saved.responses)
      client.setQueryData(key, response, { updatedAt: RESTORED_AT })
    const settings = client.getQueryData<RouteOutput<'settings.get'>>(SETTINGS_KEY)
    // Loaded before the first render, so that it shows the complete form.
    if (settings) draftStore.getState().load(parseDraft(settings.draft))
  } catch {
    // Without valid data, the first screen waits for the studio.
    storage?.removeItem(STORAGE_KEY)
  }
}

/** Saves the responses of the first screen for the next start whenever the window is hidden or closed. */
export function saveFirstResponses(client: QueryClient, storage = desktopStorage()): void {
  if (!storage) return
  const save = (): void => {
    const responses = collectFirstResponses(client)
    const text = responses && JSON.stringify({ build: BUILD, responses } satisfies SavedResponses)
    if (text && text.length <= MAX_CHARACTERS) storage.setItem(STORAGE_KEY, text)
    else storage.removeItem(STORAGE_KEY)
  }
  addEventListener('pagehide', save)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') save()
  })
}

/** The cached responses of the first screen; null if one is missing. */
function collectFirstResponses(client: QueryClient): SavedResponses['responses'] | null {
  const draft = serializeDraft(draftStore.getState())
  const operation = draft.operation ?? ''
  const model = draft.models[operation] ?? ''
  const settings = client.getQueryData<RouteOutput<'settings.get'>>(SETTINGS_KEY)
  const keys: QueryKey[] = [
    ['connections.list', undefined],
    ['operations.list', undefined],
    ['models.list', { operation }],
    ['forms.open', { operation, model }],
  ]
  const responses = keys.map((key): [QueryKey, unknown] => [key, client.getQueryData(key)])
  if (!settings || responses.some(([, response]) => response === undefined)) return null
  return [[SETTINGS_KEY, { ...settings, draft }], ...responses]
}

/** Sends the requests of the first screen before it is rendered, in parallel. Their responses go into the cache. */
export function prefetchFirstScreen(client: QueryClient): void {
  const request = <R extends RouteName>(route: R, input: RouteInput<R>) =>
    client.fetchQuery({ queryKey: [route, input], queryFn: () => call(route, input) })
  /** The screen sends a failed request again and shows its problem. */
  const ignoreFailure = (promise: Promise<unknown>): void => void promise.catch(() => {})

  ignoreFailure(request('connections.list', undefined))
  ignoreFailure(request('operations.list', undefined))
  const requestForm = async (): Promise<void> => {
    const draft = parseDraft((await request('settings.get', undefined)).draft)
    const operation = draft?.operation
    const model = operation ? draft.models[operation] : undefined
    if (operation) ignoreFailure(request('models.list', { operation }))
    if (operation && model) ignoreFailure(request('forms.open', { operation, model }))
  }
  ignoreFailure(requestForm())
}
