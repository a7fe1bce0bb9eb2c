import { isRecord } from '../isRecord.ts'
import { htmlPage, invalid, refusal, type Reply } from '../http/Reply.ts'
import type { FaultKind } from './FaultKind.ts'

const API = ['models', 'price', 'submit', 'status', 'balance'] as const
const PAID = ['submit', 'price'] as const

/** Faults of the exchange itself, possible at every endpoint. */
export const answerFaults: Record<string, FaultKind> = {
  'lost-reply': {
    about: 'process (and bill), then close the connection without a byte',
    endpoints: ['submit'],
    when: 'after',
    reply: (good) => ({ ...good, cut: 'lost' }),
  },
  reset: {
    about: 'reset the connection before processing',
    endpoints: ['submit'],
    when: 'instead',
    reply: (good) => ({ ...good, cut: 'reset' }),
  },
  slow: {
    about: 'answer late; value: milliseconds (default 5000)',
    endpoints: [...API, 'result'],
    when: 'after',
    reply: (good, { value }) => ({ ...good, delayMs: Number(value ?? 5000) || 5000 }),
  },
  '429': {
    about: 'too many requests; value: seconds for Retry-After, `date`, `garbage` or `none` (default 1)',
    endpoints: API,
    when: 'instead',
    reply: (_good, { value, now }) => refusal(429, 'Too Many Attempts.', retryAfter(value ?? '1', now)),
  },
  '500': serverError(500, 'Server Error'),
  '502': serverError(502, '502 Bad Gateway'),
  '503': serverError(503, '503 Service Temporarily Unavailable'),
  '504': serverError(504, '504 Gateway Time-out'),
  '401': {
    about: 'key refused',
    endpoints: API,
    when: 'instead',
    reply: () => refusal(401, 'Unauthenticated.'),
  },
  '403': {
    about: 'account suspended',
    endpoints: API,
    when: 'instead',
    reply: () => refusal(403, 'Your account has been suspended.'),
  },
  '404': {
    about: 'not found (on status: the job is unknown; on balance: the service tells none)',
    endpoints: ['status', 'balance'],
    when: 'instead',
    reply: () => refusal(404, 'No query results for the requested resource.'),
  },
  '422': {
    about:
      'values refused; value: how `errors` comes: `object`, `array`, `missing` or `balance` (default object)',
    endpoints: ['submit'],
    when: 'instead',
    reply: (_good, { value }) => refusedValues(value ?? 'object'),
  },
  html: {
    about: 'a page of the proxy instead of JSON; value: HTTP status (default 403)',
    endpoints: API,
    when: 'instead',
    reply: (_good, { value }) => htmlPage(Number(value ?? 403) || 403, 'Just a moment...'),
  },
  'html-ok': {
    about: 'process, then answer 200 with a page',
    endpoints: API,
    when: 'after',
    reply: () => htmlPage(200, 'Welcome'),
  },
  truncated: {
    about: 'process, then send half of the JSON as if it were whole',
    endpoints: API,
    when: 'after',
    reply: (good) => {
      const text = JSON.stringify(good.json ?? {})
      return { ...json(good), body: text.slice(0, Math.floor(text.length / 2)) }
    },
  },
  'cut-short': {
    about: 'process, announce the whole answer, close after half of it',
    endpoints: [...API, 'result'],
    when: 'after',
    reply: (good) => ({ ...good, cut: 'half' }),
  },
  stall: {
    about: 'process, send half of the answer, then nothing more',
    endpoints: [...API, 'result'],
    when: 'after',
    reply: (good) => ({ ...good, cut: 'stall' }),
  },
  'empty-answer': {
    about: 'process, then answer 200 with no body',
    endpoints: API,
    when: 'after',
    reply: (good) => ({ ...json(good), body: '' }),
  },
  'no-id': {
    about: 'process, then answer 200 without a request_id',
    endpoints: ['submit'],
    when: 'after',
    reply: (good) => ({ ...good, json: { data: {} } }),
  },
  'bad-id': {
    about: 'process, then answer a request_id that is no UUID; value: the id',
    endpoints: ['submit'],
    when: 'after',
    reply: (good, { value }) => ({ ...good, json: { data: { request_id: value ?? '../../etc/passwd' } } }),
  },
  'bad-price': {
    about: 'a price that is no number; value: the price as JSON (default "free")',
    endpoints: ['price'],
    when: 'after',
    reply: (good, { value }) => ({ ...good, json: { data: { price: looseJson(value ?? '"free"') } } }),
  },
  'loose-balance': {
    about:
      'a balance as some builds tell it; value: `text`, `top` (not in `data`), `none`, or the balance as JSON (default top)',
    endpoints: ['balance'],
    when: 'after',
    reply: (good, { value }) => ({ ...good, json: looseBalance(balanceOf(good.json), value ?? 'top') }),
  },
  redirect: {
    about:
      'send elsewhere with 307; value: the place (default: the same one, where a second request would be taken)',
    endpoints: PAID,
    when: 'instead',
    reply: (_good, { value, path }) => ({
      status: 307,
      headers: { location: value ?? `${path}?redirected=1` },
    }),
  },
}

/** The shapes in which the live service tells what it refuses (facts.md §4). */
function refusedValues(shape: string): Reply {
  const words = 'The prompt field is not allowed.'
  if (shape === 'missing') return refusal(422, words)
  if (shape === 'balance') return invalid({ balance: ['Not enough balance.'] })
  if (shape === 'array')
    return { status: 422, json: { message: words, errors: [{ field: 'prompt', messages: [words] }] } }
  return invalid({ prompt: [words] })
}

function serverError(status: number, title: string): FaultKind {
  return {
    about: `${title}; value \`billed\`: after processing`,
    endpoints: ['models', 'price', 'submit', 'status', 'balance', 'result'],
    when: 'instead',
    reply: () => (status === 500 ? refusal(500, title) : htmlPage(status, title)),
  }
}

function retryAfter(value: string, now: number): Record<string, string> {
  if (value === 'none') return {}
  if (value === 'garbage') return { 'retry-after': 'soon, perhaps' }
  if (value === 'date') return { 'retry-after': new Date(now + 2000).toUTCString() }
  return { 'retry-after': value }
}

function json(reply: Reply): Reply {
  return { ...reply, headers: { ...reply.headers, 'content-type': 'application/json' } }
}

function balanceOf(body: unknown): unknown {
  return isRecord(body) && isRecord(body.data) ? body.data.balance : null
}

function looseBalance(balance: unknown, how: string): unknown {
  if (how === 'top') return { balance }
  if (how === 'text') return { data: { balance: String(balance) } }
  return { data: how === 'none' ? {} : { balance: looseJson(how) } }
}

function looseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
