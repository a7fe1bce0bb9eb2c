import type { Envelope } from '../../src-preload/contract/errors.ts'

/** Options of a studio process, sent once before it opens. */
export interface Start {
  dataFolder: string
  address: string
  key: string
  /** Factor by which the studio's clock runs faster than real time since `epoch`. */
  speed: number
  epoch: number
  /** File in which to record every submission, synced to disk; null to record none. */
  wireLog: string | null
  /** The negative control: puts all requests in flight back in the queue, as a naive client would. */
  resendsInFlight: boolean
}

export type ToChild =
  | { kind: 'start'; start: Start }
  | { kind: 'call'; call: number; route: string; input: unknown }
  /** Adds a file as an input; the response is the envelope of its asset. */
  | { kind: 'addInput'; call: number; name: string; base64: string }
  | { kind: 'countOpenJobs'; call: number }
  | { kind: 'close' }

export type FromChild =
  | { kind: 'loaded' }
  | { kind: 'opened' }
  | { kind: 'response'; call: number; envelope: Envelope<unknown> }
  | { kind: 'openJobs'; call: number; jobs: number }
  /** The studio has reported this job's request id; it must never lose it. */
  | { kind: 'accepted'; job: string; requestId: string; state: string }
  | { kind: 'closed' }
