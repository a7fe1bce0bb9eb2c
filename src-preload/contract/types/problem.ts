import { z } from 'zod'
import type { ProblemCode } from '../problemCodes.ts'
import { libraryUpdateSchema } from './libraryUpdate.ts'
import { budgetScopeSchema, moneySchema } from './money.ts'

/**
 * Whether money moved when something failed. `none`: the problem has nothing to do with money. `refunded`: the service
 * states it. `refund_unconfirmed`: a charged job failed, and the service did not state whether it refunded the price;
 * `refund_in_balance`: later, the balance proved the refund.
 */
export const moneyOutcomeSchema = z.enum([
  'none',
  'not_charged',
  'charged',
  'refunded',
  'refund_unconfirmed',
  'refund_in_balance',
  'unknown',
])
export type MoneyOutcome = z.infer<typeof moneyOutcomeSchema>

/** Any text is accepted, because a library may hold problems of another version of Easel; the window shows an unknown one in general terms. */
const problemCodeSchema = z.custom<ProblemCode>((value) => typeof value === 'string')

/**
 * Why an API key is missing. `other_address`: it was entered for another origin; `address_changed`: the new address needs a key;
 * `not_kept`: it was kept for one session only.
 */
const missingKeyReasonSchema = z.enum([
  'keychain_unavailable',
  'keychain_waiting',
  'other_address',
  'address_changed',
  'not_kept',
])
export type MissingKeyReason = z.infer<typeof missingKeyReasonSchema>

/**
 * A failure as data: the window has a message for `code` and fills in `params`;
 * `serviceMessage` is the message of the service, always shown as plain text. Never branch on `params`; branch on
 * `code` and the other fields.
 */
export const problemSchema = z.object({
  code: problemCodeSchema,
  money: moneyOutcomeSchema,
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  serviceMessage: z.string().optional(),
  fields: z.record(z.string(), z.array(z.string())).optional(),
  /** When the request that the problem prevented may be repeated (ms since the epoch); absent if that is unknown. */
  retryAt: z.number().optional(),
  /** The spending limit that the problem is about, and for `budget_full` the amount that was requested. */
  limit: z.object({ scope: budgetScopeSchema, wanted: moneySchema.optional() }).optional(),
  /** The connection whose key the service refuses. */
  connectionId: z.string().optional(),
  missingKeyReason: missingKeyReasonSchema.optional(),
  /** The host that serves a job's result, if it isn't the service's own, and since when (ms since the epoch) the job has waited for it. */
  resultHost: z.object({ host: z.string(), since: z.number() }).optional(),
  /** The progress of the update that the problem `library_updating` waits for; absent before the update starts. */
  update: libraryUpdateSchema.optional(),
  /** Whether the service states that the same request would fail again. */
  isPermanent: z.boolean().optional(),
})
export type Problem = z.infer<typeof problemSchema>

/** A reason why a form can't be submitted. `field` is a key of the form's values, such as `width` for a size field. */
export const issueSchema = z.object({
  field: z.string(),
  code: z.enum([
    'required',
    'too_short',
    'too_long',
    'too_small',
    'too_large',
    'step_mismatch',
    'not_a_number',
    'not_an_integer',
    'not_an_option',
    'not_https',
    'not_a_url',
    'wrong_kind',
    'too_many',
    'too_few',
    'file_missing',
    'unknown_field',
    'bad_name',
    'name_taken',
    'not_json',
    'service',
  ]),
  /** The row of a field with several rows, counted from 1. */
  row: z.int().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  serviceMessage: z.string().optional(),
})
export type Issue = z.infer<typeof issueSchema>
