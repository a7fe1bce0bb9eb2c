import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import type { MoneyOutcome, Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Exchange } from '../../service/client/Exchange.ts'
import { isRecord } from '../../service/client/jsonValues.ts'
import { readRequestId, type StatusRecord } from '../../service/responses/readStatusRecord.ts'

/** The outcome of a submit for its job. Only `running` is certain to have been accepted, only `rejected` and `queued` certain not to. */
export interface SubmitOutcome {
  to: 'running' | 'rejected' | 'queued' | 'uncertain'
  money: MoneyOutcome
  /** Overrides the problem's code if the exchange alone would give a misleading one. */
  code?: ProblemCode
}

interface Rule extends SubmitOutcome {
  /** What happened, in plain English; also the name of its test. */
  name: string
  when: (exchange: Exchange, requestId: string | null) => boolean
}

const status = (...wanted: number[]): Rule['when'] => {
  return (exchange) => exchange.kind === 'response' && wanted.includes(exchange.status)
}
const between = (low: number, high: number): Rule['when'] => {
  return (exchange) => exchange.kind === 'response' && exchange.status >= low && exchange.status <= high
}

/** A page of a gateway or captive portal, or an unknown path, instead of the service's own rejection in JSON. */
const isForeignPage = (exchange: Exchange): boolean =>
  exchange.kind === 'response' &&
  !isRecord(exchange.json) &&
  ([403, 404, 407].includes(exchange.status) || exchange.text.trimStart().startsWith('<'))

/** Only in the fields that name jobs, because many services number rejected requests too. */
const namesJob = (exchange: Exchange): boolean =>
  exchange.kind === 'response' &&
  isRecord(exchange.json) &&
  isRecord(exchange.json.data) &&
  readRequestId(exchange.json) !== null

/**
 * What a submit's exchange means for the job and the money; the first matching rule applies. There is no idempotency
 * key and no list of jobs (service.md §Requests), so whatever may have been accepted is uncertain, and never sent again without the user.
 */
export const submitRules: readonly Rule[] = [
  {
    name: 'provably not received: DNS, refused, TLS, no connection',
    when: (exchange) => exchange.kind === 'fault' && !exchange.sent,
    to: 'queued',
    money: 'not_charged',
  },
  {
    name: 'sent, then reset, timed out or cut',
    when: (exchange) => exchange.kind === 'fault',
    to: 'uncertain',
    money: 'unknown',
    code: serviceErrors.answerLost,
  },
  {
    name: 'accepted with an id',
    when: (exchange, requestId) => between(200, 299)(exchange, requestId) && requestId !== null,
    to: 'running',
    money: 'none',
  },
  {
    name: '2xx without a readable id',
    when: between(200, 299),
    to: 'uncertain',
    money: 'unknown',
    code: serviceErrors.unreadable,
  },
  {
    name: 'redirected: never followed',
    when: between(300, 399),
    to: 'uncertain',
    money: 'unknown',
    code: serviceErrors.redirected,
  },
  {
    name: 'refused with another 4xx, and yet a job is named',
    when: (exchange, requestId) => between(400, 499)(exchange, requestId) && namesJob(exchange),
    to: 'uncertain',
    money: 'unknown',
    code: serviceErrors.unreadable,
  },
  { name: '429: not processed', when: status(429), to: 'queued', money: 'not_charged' },
  {
    name: 'the API key is not accepted: not processed',
    when: status(401),
    to: 'queued',
    money: 'not_charged',
  },
  {
    name: '408, 409 and 425: unclear',
    when: status(408, 409, 425),
    to: 'uncertain',
    money: 'unknown',
  },
  { name: 'larger than any request may be', when: status(413), to: 'rejected', money: 'not_charged' },
  {
    name: 'a 4xx page that is not the service’s: not processed',
    when: (exchange) => between(400, 499)(exchange, null) && isForeignPage(exchange),
    to: 'queued',
    money: 'not_charged',
    code: serviceErrors.unreadable,
  },
  { name: 'refused with another 4xx', when: between(400, 499), to: 'rejected', money: 'not_charged' },
  {
    name: '5xx: it may have been accepted before it broke',
    when: () => true,
    to: 'uncertain',
    money: 'unknown',
  },
]

/** The outcome of one submit, by the first matching rule. */
export function submitOutcome(exchange: Exchange, requestId: string | null): SubmitOutcome {
  const rule = submitRules.find(({ when }) => when(exchange, requestId))
  return rule ?? { to: 'uncertain', money: 'unknown' }
}

/**
 * Why a job failed at the service, and what is known about its money: only `refunded: true` is a refund, `false` is a charge.
 * The vendor's documents promise refunds (service.md §Job status), but the specification does not.
 */
export function failureProblem(record: StatusRecord): Problem {
  const failure = record.failure
  const message = failure?.message ?? failure?.reason
  return {
    code: serviceErrors.jobFailed,
    money: moneyOf(failure?.refunded),
    params: {
      code: failure?.code ?? '',
      reason: failure?.reason ?? '',
      ...(failure?.retryable === false && { retryable: 'no' }),
    },
    ...(message ? { serviceWords: message } : {}),
  }
}

const moneyOf = (refunded: boolean | null | undefined): Problem['money'] =>
  refunded === true ? 'refunded' : refunded === false ? 'charged' : 'refund_unconfirmed'
