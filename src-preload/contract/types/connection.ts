import { z } from 'zod'

/** Where the key of a connection is stored. Never the key itself. */
export const keyPlaceSchema = z.enum(['keychain', 'session', 'environment', 'sandbox', 'missing'])

export const connectionSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Base address of the service, without a trailing slash. */
  address: z.string(),
  kind: z.enum(['remote', 'sandbox', 'environment']),
  current: z.boolean(),
  key: keyPlaceSchema,
})
export type Connection = z.infer<typeof connectionSchema>

/** State of the OS keychain; `untouched` until a key is first needed. */
export const keychainStatusSchema = z.object({
  state: z.enum(['untouched', 'available', 'unavailable', 'waiting']),
  /** The system's message about why it is unavailable. */
  detail: z.string().optional(),
})
export type KeychainStatus = z.infer<typeof keychainStatusSchema>

export const connectionVerdictSchema = z.object({
  verdict: z.enum([
    'reached',
    'key_refused',
    'not_a_service',
    'unreachable',
    'tls',
    'rate_limited',
    'service_error',
  ]),
  /** Number of models, if reached. */
  models: z.int().optional(),
  detail: z.string().optional(),
})
export type ConnectionVerdict = z.infer<typeof connectionVerdictSchema>
