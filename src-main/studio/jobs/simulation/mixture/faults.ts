import type { DownloadOutcome } from '../../../library/downloads/DownloadOutcome.ts'
import type { Exchange } from '../../../service/http/Exchange.ts'
import { respondOk, respondWith, storedFile } from '../../engine/testEngine.ts'

/** A job of a simulated service. Times are ms. */
export interface MixedJob {
  id: string
  /** Null for a healthy job. */
  fault: FaultName | null
  createdAt: number
  durationMs: number
}

/** What a fault does to its job; a step that is absent works. `call` counts the requests of this kind about the job, from 0. */
interface Fault {
  submit?: () => Exchange
  poll?: (call: number) => { exchange: Exchange; afterMs?: number } | null
  download?: (call: number) => { outcome: DownloadOutcome; afterMs?: number }
  /** The host of its result, if it isn't that of all others. */
  host?: string
}

const page = (status: number): Exchange => ({
  kind: 'response',
  status,
  headers: {},
  text: '<html>',
  json: undefined,
})
const broken = (cause: 'reset' | 'timeout' | 'too_large'): Exchange => ({
  kind: 'fault',
  sent: true,
  cause,
  detail: cause,
})
const responds = (exchange: Exchange, afterMs = 0) => ({ poll: () => ({ exchange, afterMs }) })
const MINUTE = 60_000
const failed = (code: 'service_error' | 'result_damaged' | 'service_timeout'): DownloadOutcome => ({
  kind: 'failed',
  problem: { code, money: 'charged' },
})
const damaged = (sha256: string): DownloadOutcome => ({
  kind: 'failed',
  problem: { code: 'result_damaged', money: 'charged', params: { what: 'jpg' } },
  received: { sha256, isFramed: true },
})
const fileOf = (more: object): DownloadOutcome => ({ kind: 'file', file: { ...storedFile, ...more } })
const delivers = (outcome: DownloadOutcome, afterMs = 0) => ({ download: () => ({ outcome, afterMs }) })

/** Faults of single jobs, by name: of their submit, their status, and their result. */
export const faults = {
  'rejected submit': { submit: () => respondWith(422) },
  'lost job': responds(respondWith(404)),
  'page in place of a 404': responds(page(404)),
  'forbidden status': responds(respondWith(403)),
  'gone status': responds(respondWith(410)),
  'status with 500': responds(respondWith(500)),
  'status with a gateway error': responds(page(503)),
  'page in place of a status': responds(page(200)),
  'reset status': responds(broken('reset')),
  'hanging status': responds(broken('timeout'), 30_000),
  'slow status': responds(respondOk({ status: 'processing' }), 20_000),
  'huge status': responds(broken('too_large')),
  'odd JSON': responds(respondOk({ answer: 42 })),
  'status of another job': responds(
    respondOk({ status: 'done', request_id: '123e4567-e89b-42d3-a456-426614174000' }),
  ),
  'stuck job': responds(respondOk({ status: 'processing', progress: 50 })),
  'flapping status': {
    poll: (call) => ({ exchange: call % 2 ? respondOk({ status: 'processing' }) : respondWith(503) }),
  },
  'job lost while running': {
    poll: (call) => ({ exchange: call < 2 ? respondOk({ status: 'processing' }) : respondWith(404) }),
  },
  'job failing while running': {
    poll: (call) => ({ exchange: call < 2 ? respondOk({ status: 'processing' }) : respondWith(500) }),
  },
  'expired link': delivers({ kind: 'expired', problem: { code: 'result_expired', money: 'charged' } }),
  'truncated file': delivers(damaged('ragged')),
  'file that differs each time': { download: (call) => ({ outcome: damaged(`noise ${call}`) }) },
  'file of another kind': {
    download: (call) => ({ outcome: fileOf({ kind: 'other', format: 'bin', sha256: `odd ${call}` }) }),
  },
  'empty file': delivers(fileOf({ bytes: 0 })),
  'page in place of a file': delivers({
    kind: 'refused',
    problem: { code: 'result_refused', money: 'charged' },
  }),
  'file that is too large': delivers({
    kind: 'refused',
    problem: { code: 'result_too_large', money: 'charged' },
  }),
  'cut transfer': delivers(failed('result_damaged')),
  'link with 500': delivers(failed('service_error')),
  'hanging transfer': delivers(failed('service_timeout'), 30_000),
  'slow transfer': delivers(fileOf({ sha256: 'slow' }), 10 * MINUTE),
  'host that is down': {
    ...delivers({
      kind: 'failed',
      problem: { code: 'service_unreachable', money: 'charged' },
      isHostDown: true,
    }),
    host: 'down.example',
  },
  'result without a link': { poll: () => null, host: '' },
} satisfies Record<string, Fault>

export type FaultName = keyof typeof faults
export const FAULT_NAMES = Object.keys(faults).filter((name): name is FaultName =>
  Object.hasOwn(faults, name),
)
export const faultOf = ({ fault }: MixedJob): Fault => (fault === null ? {} : faults[fault])
