import type { Exchange } from '../../service/http/Exchange.ts'
import { isRecord } from '../../service/http/json.ts'
import { isConnectionFault } from '../../service/rate-limits/RateLimits.ts'
import {
  readRequestId,
  readStatusRecord,
  type StatusRecord,
} from '../../service/responses/readStatusRecord.ts'
import type { JobRecord } from '../store/JobRecord.ts'

/** The status of a job in a response; null if the response is unreadable or about another job. */
export const statusOfJob = (
  { requestId }: Pick<JobRecord, 'requestId'>,
  exchange: Exchange,
): StatusRecord | null => {
  if (exchange.kind !== 'response' || exchange.status < 200 || exchange.status >= 300) return null
  const responseId = readRequestId(exchange.json)
  if (responseId !== null && responseId.toLowerCase() !== requestId?.toLowerCase()) return null
  return readStatusRecord(exchange.json)
}

/** Whether a response is a 404 in the service's own format. The 404 page of a gateway says nothing about the job. */
export const isUnknownJob = (exchange: Exchange): boolean =>
  exchange.kind === 'response' && exchange.status === 404 && isRecord(exchange.json)

/** Whether a poll failed for a reason that concerns all polls of its connection: it is unreachable, its key is rejected, or its rate limited. */
export const concernsConnection = (exchange: Exchange): boolean =>
  isConnectionFault(exchange) || (exchange.kind === 'response' && exchange.status === 429)

/**
 * Whether the outcome of a poll shows that the polls of its connection work, for `RateLimits.recordOutcome`: the service itself has
 * responded, whatever it said about this job. Null if it shows nothing, because the job was in doubt already.
 */
export function judgePoll(exchange: Exchange, isInDoubt: boolean): boolean | null {
  if (isOwnResponse(exchange)) return true
  return concernsConnection(exchange) || !isInDoubt ? false : null
}

/** Whether the service itself responded about one job, in its own format, or with more than Easel reads. */
const isOwnResponse = (exchange: Exchange): boolean => {
  if (exchange.kind === 'fault') return exchange.cause === 'too_large'
  const { status, json } = exchange
  const isAboutJob = status < 300 || (status >= 400 && status < 500)
  return json !== undefined && isAboutJob && !concernsConnection(exchange)
}
