import type { Exchange } from '../service/client/Exchange.ts'
import type { Clock } from '../world.ts'

const MINUTE = 60_000
/** How long a request that hangs lasts before we give it up. */
const HANGS_MS = 60_000

const answer = (status: number, headers: Record<string, string> = {}): Exchange => ({
  kind: 'answer',
  status,
  headers,
  text: '',
  json: { message: 'words' },
})
const page = (status: number): Exchange => ({
  kind: 'answer',
  status,
  headers: {},
  text: '<html>',
  json: undefined,
})
const fault = (sent: boolean, cause: 'reset' | 'refused' | 'dns' | 'timeout'): Exchange => ({
  kind: 'fault',
  sent,
  cause,
  detail: cause,
})
const PAST = 'Thu, 01 Jan 2015 00:00:00 GMT'

/** What every request of a kind gets while the service is out; `hangs`: after a minute. */
export interface Outage {
  name: string
  exchange: Exchange
  hangs?: boolean
}

/** Outages of a service: their kinds, how long they last, and how to measure whether it is left alone meanwhile. */
export const outages = {
  /** After these a job that was sent may have been accepted. */
  uncertain: [
    { name: 'every response is lost', exchange: fault(true, 'reset') },
    { name: 'every request hangs', exchange: fault(true, 'timeout'), hangs: true },
    { name: 'the service answers 500', exchange: answer(500) },
    { name: 'a gateway answers 503', exchange: page(503) },
    { name: 'a gateway answers 200', exchange: page(200) },
  ] satisfies Outage[],
  /** After these it certainly was not. */
  certain: [
    { name: 'the connection is refused', exchange: fault(false, 'refused') },
    { name: 'its name can not be resolved', exchange: fault(false, 'dns') },
    { name: 'a gateway answers 404', exchange: page(404) },
    { name: 'the service answers 429 without Retry-After', exchange: answer(429) },
    { name: 'the service answers 429 with Retry-After 0', exchange: answer(429, { 'retry-after': '0' }) },
    { name: 'the service answers 429 with a past date', exchange: answer(429, { 'retry-after': PAST }) },
    { name: 'the key is rejected', exchange: answer(401) },
  ] satisfies Outage[],
  /** In the service's own form: it rejects single jobs. */
  notFound: { name: 'the service answers 404', exchange: answer(404) } satisfies Outage,
  lengths: [
    { length: 'ten minutes', ms: 10 * MINUTE },
    { length: 'an hour', ms: 60 * MINUTE },
    { length: 'two days', ms: 48 * 60 * MINUTE },
  ],
  /** The response of an outage, when it comes. */
  async response({ exchange, hangs = false }: Outage, clock: Clock): Promise<Exchange> {
    if (hangs) await new Promise<void>((resolve) => void clock.after(HANGS_MS, resolve))
    return exchange
  },
  /** How many requests were in the fullest minute, once nothing had succeeded for a minute. Times count from the beginning. */
  fullestMinute(times: readonly number[]): number {
    const late = times.filter((at) => at > MINUTE)
    const inMinuteOf = (at: number) => late.filter((other) => other >= at && other < at + MINUTE).length
    return Math.max(0, ...late.map(inMinuteOf))
  },
  /** How many requests there were in each quarter of an hour of the second half, on average. */
  perQuarterHour(times: readonly number[], ms: number): number {
    return (times.filter((at) => at > ms / 2).length * 15 * MINUTE) / (ms / 2)
  },
}
