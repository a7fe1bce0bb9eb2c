import type { RequestCode } from '../../../../src-preload/contract/problemParams.ts'
import { serviceErrors, inputErrors } from '../../../../src-preload/contract/errors.ts'
import type { MoneyOutcome, Problem } from '../../../../src-preload/contract/types/problem.ts'
import { isNotReceived, type Exchange, type WireRequest } from '../../service/http/Exchange.ts'
import { isRecord, toPlainText } from '../../service/http/json.ts'
import { isMarkup, isSignInPage } from '../../service/responses/isSignInPage.ts'
import { problemFrom } from '../../service/responses/problemFrom.ts'
import { readRequestId, type StatusRecord } from '../../service/responses/readStatusRecord.ts'
import { stat } from 'node:fs/promises'

/**
 * The outcome of a submit. `running`: the job was certainly accepted. `rejected` and `queued`: it certainly was not.
 * `uncertain`: it may have been accepted.
 */
export interface SubmitOutcome {
  state: 'running' | 'rejected' | 'queued' | 'uncertain'
  money: MoneyOutcome
  /** Overrides the problem's code if the exchange alone would give a misleading one. */
  code?: RequestCode
}

interface SubmitRule extends SubmitOutcome {
  matches: (exchange: Exchange, requestId: string | null) => boolean
}

const hasStatus = (...wanted: number[]): SubmitRule['matches'] => {
  return (exchange) => exchange.kind === 'response' && wanted.includes(exchange.status)
}
const hasStatusBetween = (low: number, high: number): SubmitRule['matches'] => {
  return (exchange) => exchange.kind === 'response' && exchange.status >= low && exchange.status <= high
}

/** A page of a gateway or captive portal, or an unknown path, instead of the service's own rejection in JSON. */
const isForeignPage = (exchange: Exchange): boolean =>
  exchange.kind === 'response' &&
  !isRecord(exchange.json) &&
  ([403, 404].includes(exchange.status) || isMarkup(exchange.text))

/**
 * Whether a response has a job's id. Only `data.request_id` counts, because many services also put a top-level `request_id`
 * in error responses.
 */
const namesJob = (exchange: Exchange): boolean =>
  exchange.kind === 'response' &&
  isRecord(exchange.json) &&
  isRecord(exchange.json.data) &&
  readRequestId(exchange.json) !== null

/**
 * What the response to a submit means for the job and its money; the first matching rule applies. The service has no idempotency
 * key and no list of jobs (service.md §Requests), so a job that may have been accepted is uncertain and never sent again without
 * the user.
 */
const submitRules: readonly SubmitRule[] = [
  // A file of the request can’t be read: not sent.
  {
    matches: (exchange) => exchange.kind === 'fault' && exchange.cause === 'input',
    state: 'rejected',
    money: 'not_charged',
  },
  // Provably not received: DNS, refused, TLS, no connection, or an upload that ended before its last byte.
  {
    matches: isNotReceived,
    state: 'queued',
    money: 'not_charged',
  },
  // Sent, then reset, timed out or cut.
  {
    matches: (exchange) => exchange.kind === 'fault',
    state: 'uncertain',
    money: 'unknown',
    code: serviceErrors.responseLost,
  },
  // Accepted with an id.
  {
    matches: (exchange, requestId) => hasStatusBetween(200, 299)(exchange, requestId) && requestId !== null,
    state: 'running',
    money: 'none',
  },
  // 511 and 407 come from a network or proxy in front of the service, never from the service: not processed.
  {
    matches: hasStatus(511),
    state: 'queued',
    money: 'not_charged',
  },
  {
    matches: hasStatus(407),
    state: 'queued',
    money: 'not_charged',
    code: serviceErrors.proxy,
  },
  // A web page instead of the service's reply. Something may have passed the request on.
  {
    matches: (exchange) => exchange.kind === 'response' && exchange.status < 400 && isSignInPage(exchange),
    state: 'uncertain',
    money: 'unknown',
    code: serviceErrors.signIn,
  },
  // 2xx without a readable id.
  {
    matches: hasStatusBetween(200, 299),
    state: 'uncertain',
    money: 'unknown',
    code: serviceErrors.unreadable,
  },
  // Redirected: never followed.
  {
    matches: hasStatusBetween(300, 399),
    state: 'uncertain',
    money: 'unknown',
    code: serviceErrors.redirected,
  },
  // Any 4xx that contains a job id.
  {
    matches: (exchange, requestId) => hasStatusBetween(400, 499)(exchange, requestId) && namesJob(exchange),
    state: 'uncertain',
    money: 'unknown',
    code: serviceErrors.unreadable,
  },
  // 429: not processed.
  { matches: hasStatus(429), state: 'queued', money: 'not_charged' },
  // The API key is not accepted: not processed.
  {
    matches: hasStatus(401),
    state: 'queued',
    money: 'not_charged',
  },
  // 408, 409 and 425: unclear.
  {
    matches: hasStatus(408, 409, 425),
    state: 'uncertain',
    money: 'unknown',
  },
  // Larger than any request may be.
  {
    matches: hasStatus(413),
    state: 'rejected',
    money: 'not_charged',
  },
  // A 4xx page that is not the service’s: not processed.
  {
    matches: (exchange) => hasStatusBetween(400, 499)(exchange, null) && isForeignPage(exchange),
    state: 'queued',
    money: 'not_charged',
    code: serviceErrors.unreadable,
  },
  // Refused with another 4xx.
  {
    matches: hasStatusBetween(400, 499),
    state: 'rejected',
    money: 'not_charged',
  },
  // 5xx: the job may have been accepted before the error.
  {
    matches: () => true,
    state: 'uncertain',
    money: 'unknown',
  },
]

/** The outcome of a submit by the first of `submitRules` that matches. `requestId`: the id in the response, if it names a new job. */
export function submitOutcome(exchange: Exchange, requestId: string | null): SubmitOutcome {
  const rule = submitRules.find(({ matches }) => matches(exchange, requestId))
  return rule ?? { state: 'uncertain', money: 'unknown' }
}

/** The problem of a job for every outcome except `running`. */
export function submitProblem(exchange: Exchange, { state, money, code }: SubmitOutcome): Problem {
  const problem = problemFrom(exchange, money)
  if (code !== undefined) problem.code = code
  // Anything beside a message may contain the job's id, which the user can enter.
  if (state === 'uncertain' && exchange.kind === 'response' && exchange.status < 500) {
    const values = isRecord(exchange.json) ? Object.values(exchange.json) : []
    const hasOnlyMessage =
      problem.serviceMessage !== undefined && values.length === 1 && typeof values[0] === 'string'
    const text = hasOnlyMessage ? null : toPlainText(exchange.text)
    if (text !== null) showReply(problem, text)
  }
  return problem
}

/** Text is a message of the service; JSON, complete or truncated, belongs behind "Details". */
function showReply(problem: ReturnType<typeof problemFrom>, text: string): void {
  if (/^[{[]/.test(text)) problem.params = { ...problem.params, detail: text }
  else problem.serviceMessage = text
}

/**
 * Why a job failed at the service, and what is known about its money. Only an explicit `refunded: true` or `false` counts: the
 * vendor's documents promise refunds (service.md §Job status), but the specification does not.
 */
export function failureProblem(record: StatusRecord): Problem {
  const failure = record.failure
  const message = failure?.message ?? failure?.reason
  return {
    code: serviceErrors.jobFailed,
    money: moneyOfRefund(failure?.refunded),
    params: { code: failure?.code ?? '', reason: failure?.reason ?? '' },
    ...(failure?.retryable === false && { isPermanent: true }),
    ...(message ? { serviceMessage: message } : {}),
  }
}

const moneyOfRefund = (refunded: boolean | null | undefined): Problem['money'] =>
  refunded === true ? 'refunded' : refunded === false ? 'charged' : 'refund_unconfirmed'

/**
 * Returns the problem of the first missing file of a request, assigned to its field; null if all exist. Call it before
 * anything is sent.
 */
export async function findMissingFile(request: WireRequest): Promise<Problem | null> {
  if (request.encoding === 'json') return null
  for (const { field, fileName, path } of request.files) {
    const found = await stat(path).catch(() => null)
    if (!found?.isFile())
      return {
        code: inputErrors.fileMissing,
        money: 'not_charged',
        params: { file: fileName },
        fields: { [field]: [] },
      }
  }
  return null
}
