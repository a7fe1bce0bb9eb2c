import { z } from 'zod'
import type { ProblemCode } from '../problemCodes.ts'
import type { ProblemFields, ProblemParams, RequestCode, RequestData } from '../problemParams.ts'
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

/** What every problem may have, whatever its code. */
const commonFieldsSchema = z.object({
  money: moneyOutcomeSchema,
  /** The message of the service, always shown as plain text. */
  serviceMessage: z.string().optional(),
  /** The service's messages about fields of the form. */
  fields: z.record(z.string(), z.array(z.string())).optional(),
  /** When the request that the problem prevented may be repeated (ms since the epoch); absent if that is unknown. */
  retryAt: z.number().optional(),
})

type Common = z.infer<typeof commonFieldsSchema>
type FieldName = { [Code in keyof ProblemFields]: keyof ProblemFields[Code] }[keyof ProblemFields]
type DataKey = 'params' | keyof RequestData | FieldName
/** Adds the other fields of problems as absent, so that they can be read from any problem. */
type WithAbsent<Data> = Data & { [Key in Exclude<DataKey, keyof Data>]?: never }

type DataCode = keyof ProblemParams | keyof ProblemFields
type ParamsOf<Code> = Code extends keyof ProblemParams
  ? object extends ProblemParams[Code]
    ? { params?: ProblemParams[Code] }
    : { params: ProblemParams[Code] }
  : object
type FieldsOf<Code> = Code extends keyof ProblemFields ? ProblemFields[Code] : object

/** The codes of problems without parameters and other data. */
export type PlainCode = Exclude<ProblemCode, DataCode | RequestCode>
/** A failed request to the service or to the host of a result. */
export type RequestProblem = Common & { code: RequestCode } & WithAbsent<RequestData>

/** The problem with a code that has parameters or other data. For a union of codes, any of their problems. */
export type DataProblem<Code extends DataCode> = {
  [Single in Code]: Common & { code: Single } & WithAbsent<ParamsOf<Single> & FieldsOf<Single>>
}[Code]

/** A failure as data: the window has a message for `code` and fills in `params`. */
export type Problem =
  | (Common & { code: PlainCode } & WithAbsent<object>)
  | RequestProblem
  | DataProblem<DataCode>

const fieldsSchema = commonFieldsSchema.extend({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  limit: z.object({ scope: budgetScopeSchema, wanted: moneySchema.optional() }).optional(),
  connectionId: z.string().optional(),
  resultHost: z.object({ host: z.string(), since: z.number() }).optional(),
  update: libraryUpdateSchema.optional(),
  isPermanent: z.boolean().optional(),
})

/**
 * Drops unknown fields. Accepts any code and any parameters, because a library may hold problems of another version of Easel; the window shows an unknown
 * code in general terms, and leaves gaps for missing parameters.
 */
export const problemSchema = fieldsSchema.pipe(z.custom<Problem>())
