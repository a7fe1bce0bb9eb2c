import { z } from 'zod'

/**
 * Why a connection can't be used: no address for its name (`dns`), nothing listens there (`refused`), no secure connection
 * (`tls`), no answer in time or cut off (`no_answer`), an error of the service (`server_error`, with its status), an answer
 * that is none of the service's (`unreadable`, `redirected`), or a rejected key.
 */
export const outageReasonSchema = z.enum([
  'dns',
  'refused',
  'tls',
  'no_answer',
  'server_error',
  'unreadable',
  'redirected',
  'key_rejected',
])
export type OutageReason = z.infer<typeof outageReasonSchema>

/** What is known of the way to a connection in this session. Times are milliseconds since the epoch. */
export const connectionHealthSchema = z.object({
  connectionId: z.string(),
  /** Null: it answers, as far as is known. */
  outage: z
    .object({
      /** When the first request failed after the last success. */
      since: z.int(),
      reason: outageReasonSchema,
      /** HTTP status of the last answer; null: there was none. */
      status: z.int().nullable(),
      /** When it is tried next while a window is in front; null: only when the user asks. */
      nextTryAt: z.int().nullable(),
      /** It is being tried now. */
      trying: z.boolean(),
    })
    .nullable(),
  /** When it was last reached again after an outage; null: there was none. */
  recoveredAt: z.int().nullable(),
})
export type ConnectionHealthState = z.infer<typeof connectionHealthSchema>
