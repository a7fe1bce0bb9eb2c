import { z } from 'zod'
import type { ProblemCode } from '../problemCodes.ts'

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

/** Any text is accepted, because a library may hold problems of another version; the window shows an unknown one in general terms. */
const problemCodeSchema = z.custom<ProblemCode>((value) => typeof value === 'string')

/**
 * A failure as data: the window has a message for `code` and fills in `params`;
 * `serviceMessage` is the message of the service, always shown as plain text.
 */
export const problemSchema = z.object({
  code: problemCodeSchema,
  money: moneyOutcomeSchema,
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  serviceMessage: z.string().optional(),
  fields: z.record(z.string(), z.array(z.string())).optional(),
})
export type Problem = z.infer<typeof problemSchema>

/** A reason why a form can't run; `field` is the entry of the values, such as `width` of a size. */
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
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  serviceMessage: z.string().optional(),
})
export type Issue = z.infer<typeof issueSchema>
