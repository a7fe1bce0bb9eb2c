import { errorReply, htmlReply, type Reply, validationReply } from '../http/Reply.ts'
import { isRecord } from '../isRecord.ts'
import type { FaultKind } from './FaultKind.ts'

const API_ENDPOINTS = ['models', 'price', 'submit', 'status', 'balance'] as const

/** Faults of the API's responses, except job status records. */
export const responseFaults: Record<string, FaultKind> = {
  'lost-reply': {
    description: 'process (and bill), then close the connection without sending a byte',
    endpoints: ['submit'],
    when: 'after-processing',
    reply: (original) => ({ ...original, transferFault: 'lost' }),
  },
  reset: {
    description: 'reset the connection before processing',
    endpoints: ['submit'],
    when: 'before-processing',
    reply: (original) => ({ ...original, transferFault: 'reset' }),
  },
  slow: {
    description: 'respond late; value: milliseconds (default 5000)',
    endpoints: [...API_ENDPOINTS, 'result'],
    when: 'after-processing',
    numericValue: { min: 0, max: 86_400_000 },
    reply: (original, { value }) => ({ ...original, delayMs: Number(value ?? 5000) }),
  },
  '429': {
    description: 'too many requests; value: seconds for Retry-After, `date`, `garbage` or `none` (default 1)',
    endpoints: API_ENDPOINTS,
    when: 'before-processing',
    reply: (_original, { value, now }) =>
      errorReply(429, 'Too Many Attempts.', retryAfterHeaders(value ?? '1', now)),
  },
  '500': serverError(500, 'Server Error'),
  '502': serverError(502, '502 Bad Gateway'),
  '503': serverError(503, '503 Service Temporarily Unavailable'),
  '504': serverError(504, '504 Gateway Time-out'),
  '401': {
    description: 'key rejected',
    endpoints: API_ENDPOINTS,
    when: 'before-processing',
    reply: () => errorReply(401, 'Unauthenticated.'),
  },
  '403': {
    description: 'account suspended',
    endpoints: API_ENDPOINTS,
    when: 'before-processing',
    reply: () => errorReply(403, 'Your account has been suspended.'),
  },
  '404': {
    description: 'not found (on status: the job is unknown; on balance: the service reports none)',
    endpoints: ['status', 'balance'],
    when: 'before-processing',
    reply: () => errorReply(404, 'No query results for the requested resource.'),
  },
  '422': {
    description:
      'invalid values; value: form of `errors`: `object`, `array`, `missing` or `balance` (default object)',
    endpoints: ['submit'],
    when: 'before-processing',
    reply: (_original, { value }) => invalidValuesReply(value ?? 'object'),
  },
  html: {
    description: 'an HTML page of the proxy instead of JSON; value: HTTP status (default 403)',
    endpoints: API_ENDPOINTS,
    when: 'before-processing',
    numericValue: { min: 200, max: 599 },
    reply: (_original, { value }) => htmlReply(Number(value ?? 403), 'Just a moment...'),
  },
  'html-ok': {
    description: 'process, then respond with 200 and an HTML page',
    endpoints: API_ENDPOINTS,
    when: 'after-processing',
    reply: () => htmlReply(200, 'Welcome'),
  },
  truncated: {
    description: 'process, then send half of the JSON as if it were complete',
    endpoints: API_ENDPOINTS,
    when: 'after-processing',
    reply: (original) => {
      const text = JSON.stringify(original.json ?? {})
      return { ...withJsonType(original), body: text.slice(0, Math.floor(text.length / 2)) }
    },
  },
  'cut-short': {
    description: 'process, send the full Content-Length, close after half of the body',
    endpoints: [...API_ENDPOINTS, 'result'],
    when: 'after-processing',
    reply: (original) => ({ ...original, transferFault: 'half' }),
  },
  stall: {
    description: 'process, send half of the response, then nothing more',
    endpoints: [...API_ENDPOINTS, 'result'],
    when: 'after-processing',
    reply: (original) => ({ ...original, transferFault: 'stall' }),
  },
  'empty-response': {
    description: 'process, then respond with 200 and no body',
    endpoints: API_ENDPOINTS,
    when: 'after-processing',
    reply: (original) => ({ ...withJsonType(original), body: '' }),
  },
  'no-id': {
    description: 'process, then respond with 200 and no request_id',
    endpoints: ['submit'],
    when: 'after-processing',
    reply: (original) => ({ ...original, json: { data: {} } }),
  },
  'bad-id': {
    description: 'process, then return a request_id that is not a UUID; value: the id',
    endpoints: ['submit'],
    when: 'after-processing',
    reply: (original, { value }) => ({
      ...original,
      json: { data: { request_id: value ?? '../../etc/passwd' } },
    }),
  },
  'bad-price': {
    description:
      'a price that is not a number; value: the price as JSON; put a JSON string in a second pair of quotes: ""12"" (default "free")',
    endpoints: ['price'],
    when: 'after-processing',
    reply: (original, { value }) => ({
      ...original,
      json: { data: { price: parseJsonOrText(value ?? '"free"') } },
    }),
  },
  'loose-balance': {
    description:
      'a balance in another form; value: `text`, `top` (not in `data`), `none`, or the balance as JSON (default top)',
    endpoints: ['balance'],
    when: 'after-processing',
    reply: (original, { value }) => ({
      ...original,
      json: formatBalance(readBalance(original.json), value ?? 'top'),
    }),
  },
  redirect: {
    description: 'redirect with 307; value: the location (default: the same path with a query)',
    endpoints: ['submit', 'price'],
    when: 'before-processing',
    reply: (_original, { value, path }) => ({
      status: 307,
      headers: { location: value ?? `${path}?redirected=1` },
    }),
  },
  'models-unreadable': {
    description: 'a models list in another form',
    endpoints: ['models'],
    when: 'after-processing',
    reply: (original) => ({ ...original, json: { data: { models: 'see attachment' } } }),
  },
  'models-empty': {
    description: 'a models list without models',
    endpoints: ['models'],
    when: 'after-processing',
    reply: (original) => ({ ...original, json: { ...toRecord(original.json), data: [] } }),
  },
  'models-bad-record': {
    description: 'one invalid record in the list, the others valid',
    endpoints: ['models'],
    when: 'after-processing',
    reply: (original) => {
      const body = toRecord(original.json)
      const list = Array.isArray(body.data) ? body.data : []
      return {
        ...original,
        json: { ...body, data: [{ name: 7, slug: null, inference_types: 'all' }, ...list] },
      }
    },
  },
  'models-without-paging': {
    description: 'the first page without links and meta',
    endpoints: ['models'],
    when: 'after-processing',
    reply: (original) => ({ ...original, json: { data: toRecord(original.json).data } }),
  },
}

/** A 422 in one of the forms of the live service (service.md §Errors). */
function invalidValuesReply(form: string): Reply {
  const message = 'The prompt field is not allowed.'
  if (form === 'missing') return errorReply(422, message)
  if (form === 'balance') return validationReply({ balance: ['Not enough balance.'] })
  if (form === 'array')
    return { status: 422, json: { message, errors: [{ field: 'prompt', messages: [message] }] } }
  return validationReply({ prompt: [message] })
}

function serverError(status: number, title: string): FaultKind {
  return {
    description: `${title}; value \`billed\`: sent after the request was processed and billed`,
    // For `billed`, `FaultInjector` replies later.
    endpoints: [...API_ENDPOINTS, 'result'],
    when: 'before-processing',
    reply: () => (status === 500 ? errorReply(500, title) : htmlReply(status, title)),
  }
}

function retryAfterHeaders(value: string, now: number): Record<string, string> {
  if (value === 'none') return {}
  if (value === 'garbage') return { 'retry-after': 'soon, perhaps' }
  if (value === 'date') return { 'retry-after': new Date(now + 2000).toUTCString() }
  return { 'retry-after': value }
}

function withJsonType(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, 'content-type': 'application/json' } }
}

function readBalance(body: unknown): unknown {
  return isRecord(body) && isRecord(body.data) ? body.data.balance : null
}

function formatBalance(balance: unknown, form: string): unknown {
  if (form === 'top') return { balance }
  if (form === 'text') return { data: { balance: String(balance) } }
  return { data: form === 'none' ? {} : { balance: parseJsonOrText(form) } }
}

function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function toRecord(json: unknown): Record<string, unknown> {
  return isRecord(json) ? json : {}
}
