import type { Exchange } from '../service/http/Exchange.ts'
import type { Clock } from '../world.ts'

const MINUTE = 60_000
/** How long a hanging request takes until Easel aborts it. */
const HANG_MS = 60_000

const jsonResponse = (status: number, headers: Record<string, string> = {}): Exchange => ({
  kind: 'response',
  status,
  headers,
  text: '',
  json: { message: 'words' },
})
const htmlResponse = (status: number): Exchange => ({
  kind: 'response',
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

/** The outcome of every request of a kind during an outage. With `hangs`, it comes after a minute. */
export interface Outage {
  name: string
  exchange: Exchange
  hangs?: boolean
}

/** Outages of a service by their effect, their lengths, and functions that measure the requests during them. */
export const outages = {
  /** After these, a job that was sent may have been accepted. */
  uncertain: [
    { name: 'every response is lost', exchange: fault(true, 'reset') },
    { name: 'every request hangs', exchange: fault(true, 'timeout'), hangs: true },
    { name: 'the service responds with 500', exchange: jsonResponse(500) },
    { name: 'a gateway responds with 503', exchange: htmlResponse(503) },
    { name: 'a gateway responds with 200', exchange: htmlResponse(200) },
  ] satisfies Outage[],
  /** After these, it certainly wasn't accepted. */
  certain: [
    { name: 'the connection is refused', exchange: fault(false, 'refused') },
    { name: 'the host name can’t be resolved', exchange: fault(false, 'dns') },
    { name: 'a gateway responds with 404', exchange: htmlResponse(404) },
    { name: 'the service responds with 429 without Retry-After', exchange: jsonResponse(429) },
    {
      name: 'the service responds with 429 with Retry-After 0',
      exchange: jsonResponse(429, { 'retry-after': '0' }),
    },
    {
      name: 'the service responds with 429 with a past date',
      exchange: jsonResponse(429, { 'retry-after': PAST }),
    },
    { name: 'the key is rejected', exchange: jsonResponse(401) },
  ] satisfies Outage[],
  /** In the service's own format, so the service works and rejects a single job. */
  notFound: { name: 'the service responds with 404', exchange: jsonResponse(404) } satisfies Outage,
  lengths: [
    { length: 'ten minutes', ms: 10 * MINUTE },
    { length: 'an hour', ms: 60 * MINUTE },
    { length: 'two days', ms: 48 * 60 * MINUTE },
  ],
  /** The outcome of one request during an outage. */
  async response({ exchange, hangs = false }: Outage, clock: Clock): Promise<Exchange> {
    if (hangs) await new Promise<void>((resolve) => void clock.after(HANG_MS, resolve))
    return exchange
  },
  /** The number of requests in the busiest minute, after a minute without success. Times are relative to the start. */
  fullestMinute(times: readonly number[]): number {
    const afterFirstMinute = times.filter((time) => time > MINUTE)
    const inMinuteOf = (time: number) =>
      afterFirstMinute.filter((other) => other >= time && other < time + MINUTE).length
    return Math.max(0, ...afterFirstMinute.map(inMinuteOf))
  },
  /** The average number of requests per quarter of an hour in the second half of the outage. */
  perQuarterHour(times: readonly number[], ms: number): number {
    return (times.filter((time) => time > ms / 2).length * 15 * MINUTE) / (ms / 2)
  },
}
