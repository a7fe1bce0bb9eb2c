import type { ConnectionVerdict } from '../../../../src-preload/contract/types/connection.ts'
import type { ServiceResponse, Exchange } from '../client/Exchange.ts'
import { isRecord } from '../client/jsonValues.ts'
import { problemFrom } from '../client/problemFrom.ts'
import { readModelsPage } from '../responses/readModelsPage.ts'

/** Decides from the exchange of the first page of models whether an address and a key work. */
export const judgeConnection = (exchange: Exchange): ConnectionVerdict => {
  if (exchange.kind === 'fault') {
    const verdict = exchange.cause === 'tls' ? 'tls' : 'unreachable'
    return { verdict, detail: exchange.detail }
  }
  const page = exchange.status === 200 ? readModelsPage(exchange.json) : null
  if (page && page.records.every(looksLikeModel)) return { verdict: 'reached', models: page.total }
  const message = problemFrom(exchange, 'none').serviceWords
  return { verdict: judgeRejection(exchange), detail: message ?? `HTTP ${exchange.status}` }
}

const looksLikeModel = (record: unknown): boolean => isRecord(record) && typeof record.slug === 'string'

const judgeRejection = ({ status, json }: ServiceResponse): ConnectionVerdict['verdict'] => {
  if (status === 401) return 'key_refused'
  if (status === 429) return 'rate_limited'
  if (status >= 500) return 'service_error'
  // A 403 without JSON comes from a proxy in front of the service, which doesn't check keys.
  if (status === 403) return json === undefined ? 'service_error' : 'key_refused'
  const isRefusal = status === 400 || status === 402 || status === 408 || status === 422
  return isRefusal && json !== undefined ? 'service_error' : 'not_a_service'
}
