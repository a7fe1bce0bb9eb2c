import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import { serviceErrors } from '../../../../src-preload/contract/errors.ts'
import type { MoneyOutcome, Problem } from '../../../../src-preload/contract/types/problem.ts'
import type { Answer, Exchange, Fault } from './Exchange.ts'
import { isDailyLimit } from '../rate-limits/isDailyLimit.ts'
import { isRecord } from './json.ts'
import { plainText } from './plainText.ts'

/**
 * Describes a failed exchange as a problem for the window. A 2xx response is a failure only if it was unreadable. The caller states
 * whether money moved, because that depends on the request.
 */
export const problemFrom = (exchange: Exchange, money: MoneyOutcome, now = Date.now()): Problem => {
  if (exchange.kind === 'fault') {
    return { code: faultCode(exchange), money, params: { detail: exchange.detail } }
  }
  const fields = refusedFields(exchange.json)
  const message = serviceMessage(exchange)
  return {
    code: answerCode(exchange, fields, now),
    money,
    params: { status: exchange.status },
    ...(message ? { serviceWords: message } : {}),
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
  }
}

const faultCode = (fault: Fault): ProblemCode => {
  switch (fault.cause) {
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
      return fault.sent ? serviceErrors.answerLost : serviceErrors.unreachable
  }
}

const BY_STATUS: Record<number, ProblemCode> = {
  401: serviceErrors.keyRefused,
  402: serviceErrors.balance,
  403: serviceErrors.forbidden,
  404: serviceErrors.notFound,
  408: serviceErrors.timeout,
  413: serviceErrors.tooLarge,
}

const answerCode = (answer: Answer, fields: Record<string, string[]>, now: number): ProblemCode => {
  const { status } = answer
  if (status === 422 && 'balance' in fields) return serviceErrors.balance
  if (status === 429)
    return isDailyLimit(answer.headers, now) ? serviceErrors.dailyLimit : serviceErrors.rateLimited
  if (status >= 500) return serviceErrors.serverError
  // A page from a proxy in front of the service doesn't mean that the key is wrong (service.md §Requests).
  if (status === 403 && answer.json === undefined) return serviceErrors.unreadable
  if (status >= 400) return BY_STATUS[status] ?? serviceErrors.refused
  return status >= 300 ? serviceErrors.redirected : serviceErrors.unreadable
}

/** The service's `message` or its closest equivalent. A plain-text error response is a message too. */
const serviceMessage = (answer: Answer): string | null => {
  const { json } = answer
  if (json === undefined) {
    const isText = /^text\/plain/i.test(answer.headers['content-type'] ?? '')
    return isText && answer.status >= 400 ? plainText(answer.text) : null
  }
  if (!isRecord(json)) return null
  const error = isRecord(json.error) ? json.error.message : json.error
  return plainText(json.message) ?? plainText(error) ?? plainText(json.detail)
}

const MAX_FIELDS = 50
const MAX_MESSAGES = 5

/**
 * The messages of a 422 by field name, from `errors` as an object of lists or strings, or as a list of objects with `field` and
 * `messages` (service.md §Errors). Empty if there are none.
 */
export const refusedFields = (json: unknown): Record<string, string[]> => {
  const errors = isRecord(json) ? json.errors : undefined
  const entries: [unknown, unknown][] = Array.isArray(errors)
    ? errors.filter(isRecord).map((error) => [error.field ?? error.name, error.messages ?? error.message])
    : Object.entries(isRecord(errors) ? errors : {})

  const fields = new Map<string, string[]>()
  for (const [name, messages] of entries.slice(0, MAX_FIELDS)) {
    const field = plainText(name)
    const texts = (Array.isArray(messages) ? messages : [messages])
      .map(plainText)
      .filter((text) => text !== null)
    if (field && texts.length > 0)
      fields.set(field, [...(fields.get(field) ?? []), ...texts].slice(0, MAX_MESSAGES))
  }
  return Object.fromEntries(fields)
}
