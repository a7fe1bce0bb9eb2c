import type { Dispatcher } from 'undici'
import { readInlineResult } from '../../src-main/studio/jobs/collect/gatherFiles.ts'
import { submitOutcome } from '../../src-main/studio/jobs/submit/outcomes.ts'
import { fetchModels } from '../../src-main/studio/service/models/fetchModels.ts'
import { readQuoteOutcome } from '../../src-main/studio/money/quotes/quoteOutcomes.ts'
import { problemFrom } from '../../src-main/studio/service/responses/problemFrom.ts'
import { readLimitHeaders } from '../../src-main/studio/service/rate-limits/limitHeaders.ts'
import { readBalance } from '../../src-main/studio/service/responses/readMoney.ts'
import { readRequestId, readStatusRecord } from '../../src-main/studio/service/responses/readStatusRecord.ts'
import { ServiceClient } from '../../src-main/studio/service/client/ServiceClient.ts'
import { createHostileValue, KEY, mutate, mutateText, repeatPiece, toJson } from './hostile.ts'
import type { Random } from './Random.ts'
import { WorkingService, type ServiceResponse } from './WorkingService.ts'

type Route = () => Promise<unknown>

const ID = 'c08a339c-73e5-4d67-a4d5-231302fbff9a'
const VALID: Record<string, unknown> = {
  price: { data: { price: 0.00136 } },
  balance: { data: { balance: '19.72' } },
  submit: { data: { request_id: ID } },
  status: {
    data: {
      status: 'done',
      progress: '100.0 %',
      preview: 'data:image/png;base64,AAAA',
      result_url: 'https://r.example/a.png?X-Amz-Signature=1',
      results_alt_formats: { jpg: 'https://r.example/a.jpg', webp: 'https://r.example/a.webp' },
      result: '{"segments":[{"start":0,"end":1,"text":"words"}]}',
    },
  },
  failed: {
    data: {
      status: 'error',
      error_code: 'WORKER_ERROR',
      error_message: 'broke',
      refunded: true,
      retryable: '1',
    },
  },
  refused: {
    message: 'The steps field is required. (and 1 more error)',
    errors: { steps: ['required'], balance: 'low' },
  },
  models: {
    data: [
      {
        name: 'M',
        slug: 'm',
        inference_types: ['txt2img'],
        info: {
          limits: { min_width: 256, max_width: 2048 },
          features: { supports_steps: '1' },
          defaults: [],
        },
        languages: [{ name: 'en', slug: 'en', voices: [{ name: 'v', slug: 'v', gender: null }] }],
        loras: null,
        tags: [],
      },
    ],
    links: { next: null },
    meta: { current_page: 1, last_page: 1, per_page: 50, total: 1 },
  },
}
const STATUSES = [200, 200, 200, 201, 301, 400, 401, 403, 404, 422, 429, 500, 503] as const
const HEADERS = [
  'retry-after',
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-type',
  'content-type',
] as const

/** A response of the service: a mutated valid one or an arbitrary value. */
export function createResponse(random: Random): ServiceResponse {
  const [name = ''] = [Object.keys(VALID)[random.below(Object.keys(VALID).length)]]
  const value = random.chance(0.1) ? createHostileValue(random) : mutate(VALID[name], random)
  const text = random.chance(0.05) ? repeatPiece(random) : toJson(value, random)
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  if (random.chance(0.3))
    headers[random.pick(HEADERS)] = random.pick([
      '0',
      '-1',
      '9'.repeat(400),
      KEY,
      'Thu, 01 Jan 1970 00:00:00 GMT',
      'daily',
    ])
  return {
    status: random.pick(STATUSES),
    headers,
    body: random.chance(0.3) ? mutateText(text, random) : text,
  }
}

/** Responds to each request at once, without a socket: always correctly while `isWorking`, otherwise sometimes. */
export function createDispatcher(
  random: Random,
  service: WorkingService,
  isWorking: () => boolean = () => false,
): Pick<Dispatcher, 'dispatch'> {
  const controller: Dispatcher.DispatchController = {
    aborted: false,
    paused: false,
    reason: null,
    abort: () => {},
    pause: () => {},
    resume: () => {},
  }
  return {
    dispatch({ path, method }, handler) {
      const isCorrect = isWorking() || random.chance(0.3)
      const { status, headers, body } = isCorrect ? service.respond(path, method) : createResponse(random)
      handler.onRequestStart?.(controller, {})
      handler.onResponseStart?.(controller, status, headers, '')
      handler.onResponseData?.(controller, Buffer.from(body))
      handler.onResponseEnd?.(controller, {})
      return true
    },
  }
}

/** Sends one request to a random route, reads the response as the studio does, and returns everything read. */
export function createServiceTarget(random: Random): () => Promise<unknown> {
  const client = new ServiceClient({
    dispatcher: createDispatcher(random, new WorkingService(() => ID)),
    userAgent: 'fuzz',
    log: { error: () => {} },
  })
  const access = { connectionId: 'c', address: 'https://fuzz.example', key: KEY }
  const post = (path: string) => client.post(access, { path, encoding: 'json', text: '{}' })
  const routes: readonly [Route, ...Route[]] = [
    async () => {
      const exchange = await client.get(access, `request-status/${ID}`)
      const record = exchange.kind === 'response' ? readStatusRecord(exchange.json) : null
      return [exchange, record, readInlineResult(record), problemFrom(exchange, 'none', 0)]
    },
    async () => {
      const exchange = await post('txt2img/price-calculation')
      return [exchange, readQuoteOutcome(exchange, 0)]
    },
    async () => {
      const exchange = await post('txt2img')
      const id = exchange.kind === 'response' ? readRequestId(exchange.json) : null
      const { state, money, code } = submitOutcome(exchange, id)
      return [exchange, id, state, money, code, problemFrom(exchange, money, 0)]
    },
    async () => {
      const exchange = await client.get(access, 'balance')
      return exchange.kind === 'response'
        ? [exchange, readBalance(exchange.json), readLimitHeaders(exchange.headers)]
        : exchange
    },
    async () => {
      const { models, problem } = await fetchModels((path) => client.get(access, path))
      return [[...models], problem]
    },
  ]
  return () => random.pick(routes)()
}
