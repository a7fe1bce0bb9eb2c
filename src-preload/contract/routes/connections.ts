import { z } from 'zod'
import {
  MAX_ADDRESS_LENGTH,
  MAX_API_KEY_LENGTH,
  MAX_CONNECTION_NAME_LENGTH,
} from '../../constraints/limits.ts'
import { defineRoute } from '../route.ts'
import {
  connectionHealthSchema,
  connectionSchema,
  connectionVerdictSchema,
  keychainStatusSchema,
} from '../types/connection.ts'

const id = z.object({ id: z.string() })
const name = z.string().trim().min(1).max(MAX_CONNECTION_NAME_LENGTH)
const address = z.string().trim().max(MAX_ADDRESS_LENGTH)
/** Input only: no route returns a key. */
const key = z.string().trim().min(1).max(MAX_API_KEY_LENGTH)

export const connectionRoutes = {
  'connections.list': defineRoute({
    input: z.void(),
    output: z.object({ connections: z.array(connectionSchema), keychain: keychainStatusSchema }),
  }),
  /** Adds a connection and makes it current; with `use: false` it is only saved, for example after its key was rejected. */
  'connections.add': defineRoute({
    input: z.object({ name, address, key, use: z.boolean().optional() }),
    output: connectionSchema,
  }),
  'connections.update': defineRoute({
    input: z.object({
      id: z.string(),
      name: name.optional(),
      address: address.optional(),
      key: key.optional(),
    }),
    output: connectionSchema,
  }),
  'connections.remove': defineRoute({ input: id, output: z.void() }),
  'connections.select': defineRoute({ input: id, output: connectionSchema }),
  /** Tests a saved connection, or an unsaved address and key. A saved key is never sent to a new address. */
  'connections.test': defineRoute({
    input: z.union([id, z.object({ address, key })]),
    output: connectionVerdictSchema,
  }),
  /** The health of each connection that was used in this session. */
  'connections.health': defineRoute({
    input: z.void(),
    output: z.object({ connections: z.array(connectionHealthSchema) }),
  }),
  /**
   * Probes a connection that is down with one lightweight request: now with `immediately` (the user retried, or the network is back),
   * otherwise only when its next probe is due.
   */
  'connections.try_again': defineRoute({
    input: z.object({ id: z.string(), immediately: z.boolean() }),
    output: z.void(),
  }),
  /** Starts the built-in sandbox service and makes it the current connection. */
  'connections.use_sandbox': defineRoute({ input: z.void(), output: connectionSchema }),
}
