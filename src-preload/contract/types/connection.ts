import { z } from 'zod'

/** Where the key of a connection is stored. Never the key itself. */
export const keyLocationSchema = z.enum(['keychain', 'session', 'environment', 'sandbox', 'missing'])

export const connectionSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Base address of the service, without a trailing slash. */
  address: z.string(),
  kind: z.enum(['remote', 'sandbox', 'environment']),
  current: z.boolean(),
  key: keyLocationSchema,
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
    'other_version',
    'unreachable',
    'tls',
    'proxy',
    'sign_in',
    'rate_limited',
    'service_error',
  ]),
  /** Number of models, if reached. */
  models: z.int().optional(),
  /** Whether a web page responded, such as the sign-in page of a network. */
  isWebPage: z.literal(true).optional(),
  detail: z.string().optional(),
})
export type ConnectionVerdict = z.infer<typeof connectionVerdictSchema>

/**
 * Why a connection can't be used: its host name can't be resolved (`dns`), nothing listens there (`refused`), no secure connection
 * (`tls`), no complete response in time (`no_answer`), an error of the service (`server_error`, with its status), a response
 * that isn't from the service (`unreadable`, `redirected`, `sign_in` for a page of the network), a proxy that fails (`proxy`) or asks
 * for a password (`proxy_password`), or a rejected key.
 */
export const outageReasonSchema = z.enum([
  'dns',
  'refused',
  'tls',
  'proxy',
  'proxy_password',
  'sign_in',
  'no_answer',
  'server_error',
  'unreadable',
  'redirected',
  'key_rejected',
])
export type OutageReason = z.infer<typeof outageReasonSchema>

/** The health of a connection in this session. Times are milliseconds since the epoch. */
export const connectionHealthSchema = z.object({
  connectionId: z.string(),
  /** Null if it works, as far as known. */
  outage: z
    .object({
      /** When the first request failed after the last success. */
      since: z.int(),
      reason: outageReasonSchema,
      /** HTTP status of the last response; null if there was none. */
      status: z.int().nullable(),
      /** The proxy that failed, or one that is configured but not used for the address, as `host:port`. */
      proxy: z.string().optional(),
      /** Whether the unreadable response was a web page, such as the sign-in page of a network. */
      isWebPage: z.literal(true).optional(),
      /** When it is probed next while a window has the focus; null if it is probed only when the user retries. */
      nextTryAt: z.int().nullable(),
      /** Whether a probe is running. */
      trying: z.boolean(),
    })
    .nullable(),
  /** When the last outage ended; null if there was none. */
  recoveredAt: z.int().nullable(),
})
export type ConnectionHealthState = z.infer<typeof connectionHealthSchema>
