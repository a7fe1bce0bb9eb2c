import type { RequestCode, RequestData } from '../../../../src-preload/contract/problemParams.ts'
import { inputErrors, serviceErrors } from '../../../../src-preload/contract/errors.ts'
import type {
  DataProblem,
  MoneyOutcome,
  RequestProblem,
} from '../../../../src-preload/contract/types/problem.ts'
import type { ServiceResponse, Exchange, Fault } from '../http/Exchange.ts'
import { describeTlsError } from '../network/errorCodes.ts'
import { isSignInPage } from './isSignInPage.ts'
import { isDailyLimit } from '../rate-limits/limitHeaders.ts'
import { isRecord, toPlainText } from '../http/json.ts'

/** A failed exchange; `file_missing` if a file of the request couldn't be read. */
type ExchangeProblem = RequestProblem | DataProblem<'file_missing'>

/**
 * Describes a failed exchange as a problem for the window. The caller decides that it failed (a 2xx response fails only if it is
 * unreadable) and whether money moved, because both depend on the request. `now` is the wall clock in milliseconds, to which a date in
 * `Retry-After` is compared.
 */
export const problemFrom = (exchange: Exchange, money: MoneyOutcome, now = Date.now()): ExchangeProblem => {
  if (exchange.kind === 'fault') {
    const params = { detail: exchange.detail, ...networkParams(exchange) }
    if (exchange.cause === 'input') return { code: inputErrors.fileMissing, money, params }
    return { code: getFaultCode(exchange.cause, exchange.sent), money, params }
  }
  const fields = readFieldErrors(exchange.json)
  const message = readServiceMessage(exchange)
  return {
    code: getResponseCode(exchange, fields, now),
    money,
    params: { status: exchange.status },
    ...(message ? { serviceMessage: message } : {}),
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
  }
}

/** What the message of a failed connection mentions about its proxy or its secure connection. */
export const networkParams = ({ cause, detail, proxy, proxyFailure }: Fault): RequestData['params'] => {
  const reason = proxyFailure ?? (cause === 'tls' ? describeTlsError(detail) : undefined)
  return { ...(proxy !== undefined && { proxy }), ...(reason !== undefined && { reason }) }
}

const getFaultCode = (cause: Exclude<Fault['cause'], 'input'>, sent: boolean): RequestCode => {
  switch (cause) {
    case 'proxy':
      return serviceErrors.proxy
    case 'tls':
      return serviceErrors.tls
    case 'timeout':
      return serviceErrors.timeout
    case 'too_large':
      return serviceErrors.unreadable
    case 'aborted':
      return serviceErrors.interrupted
    case 'dns':
    case 'refused':
    case 'connect_timeout':
    case 'reset':
    case 'other':
      return sent ? serviceErrors.responseLost : serviceErrors.unreachable
  }
}

const CODE_BY_STATUS: Record<number, RequestCode> = {
  401: serviceErrors.keyRefused,
  402: serviceErrors.balance,
  403: serviceErrors.forbidden,
  404: serviceErrors.notFound,
  408: serviceErrors.timeout,
  413: serviceErrors.tooLarge,
}

const getResponseCode = (
  response: ServiceResponse,
  fields: Record<string, string[]>,
  now: number,
): RequestCode => {
  const { status } = response
  if (status === 422 && 'balance' in fields) return serviceErrors.balance
  if (status === 429)
    return isDailyLimit(response.headers, now) ? serviceErrors.dailyLimit : serviceErrors.rateLimited
  if (isSignInPage(response)) return serviceErrors.signIn
  if (status >= 500) return serviceErrors.serverError
  // A 403 without JSON is a page of the proxy in front of the service, so the key isn't wrong (service.md §Requests).
  if (status === 403 && response.json === undefined) return serviceErrors.unreadable
  if (status >= 400) return CODE_BY_STATUS[status] ?? serviceErrors.refused
  return status >= 300 ? serviceErrors.redirected : serviceErrors.unreadable
}

/** Reads the service's `message` or its closest equivalent. The body of a plain-text error response is a message too. */
const readServiceMessage = (response: ServiceResponse): string | null => {
  const { json } = response
  if (json === undefined) {
    const isText = /^text\/plain/i.test(response.headers['content-type'] ?? '')
    return isText && response.status >= 400 ? toPlainText(response.text) : null
  }
  if (!isRecord(json)) return null
  const error = isRecord(json.error) ? json.error.message : json.error
  return toPlainText(json.message) ?? toPlainText(error) ?? toPlainText(json.detail)
}

const MAX_FIELDS = 50
const MAX_MESSAGES = 5

/**
 * Reads the messages of a 422 by field name, from `errors` as an object of lists or strings, or as a list of objects with `field` and
 * `messages` (service.md §Errors). Empty if there are none.
 */
export const readFieldErrors = (json: unknown): Record<string, string[]> => {
  const errors = isRecord(json) ? json.errors : undefined
  const entries: [unknown, unknown][] = Array.isArray(errors)
    ? errors.filter(isRecord).map((error) => [error.field ?? error.name, error.messages ?? error.message])
    : Object.entries(isRecord(errors) ? errors : {})

  const fields = new Map<string, string[]>()
  for (const [name, messages] of entries.slice(0, MAX_FIELDS)) {
    const field = toPlainText(name)
    const texts = (Array.isArray(messages) ? messages : [messages])
      .map(toPlainText)
      .filter((text) => text !== null)
    if (field && texts.length > 0)
      fields.set(field, [...(fields.get(field) ?? []), ...texts].slice(0, MAX_MESSAGES))
  }
  return Object.fromEntries(fields)
}
