import type { QueryClient } from '@tanstack/react-query'
import type { RouteInput, RouteName } from '../../src-preload/contract/routes.ts'
import { readDraft } from '../screens/create/model/savedDraft.ts'
import { call } from '../host/call.ts'

/** Sends the requests of the first screen in parallel; the responses wait in the cache. */
export function prefetch(client: QueryClient): void {
  const ask = <R extends RouteName>(route: R, input: RouteInput<R>) =>
    client.fetchQuery({ queryKey: [route, input], queryFn: () => call(route, input) })
  const quietly = (promise: Promise<unknown>): void => void promise.catch(() => {})

  quietly(ask('connections.list', undefined))
  quietly(ask('operations.list', undefined))
  const askForm = async (): Promise<void> => {
    const draft = readDraft((await ask('settings.get', undefined)).draft)
    const operation = draft?.operation
    const model = operation ? draft.models[operation] : undefined
    if (operation) quietly(ask('models.list', { operation }))
    if (operation && model) quietly(ask('forms.open', { operation, model }))
  }
  quietly(askForm())
}
