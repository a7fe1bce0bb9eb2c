import type { Envelope } from './contract/errors.ts'
import type { StudioEvent } from './contract/events.ts'
import type { RouteName } from './contract/routes.ts'

/** The largest call that the browser host accepts. */
export const MAX_CALL_BYTES = 64 * 1024 * 1024

/** A message of the window over the WebSocket. `id` is unique per connection. */
export interface CallMessage {
  id: number
  route: RouteName
  input: unknown
}

/** A message of the browser host over the WebSocket: the response to a call, or an event. */
export type HostMessage = { id: number; envelope: Envelope<never> } | StudioEvent
