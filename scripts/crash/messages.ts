import type { Envelope } from '../../src-preload/contract/errors.ts'

/** What a studio process is told once, before it opens anything. */
export interface Start {
  dataFolder: string
  address: string
  key: string
  /** How much faster the studio's own pauses run than real time, since `epoch`. */
  speed: number
  epoch: number
  /** Where to keep a synced record of every submit on the wire; null: nowhere. */
  wireLog: string | null
  /** The control: puts whatever was in flight back into the queue, as a careless client does. */
  naive: boolean
}

export type ToChild =
  | { kind: 'start'; start: Start }
  | { kind: 'call'; call: number; route: string; input: unknown }
  /** Keeps a file as an input; answered with the envelope of its asset. */
  | { kind: 'take'; call: number; name: string; base64: string }
  | { kind: 'active'; call: number }
  | { kind: 'close' }

export type FromChild =
  | { kind: 'loaded' }
  | { kind: 'opened' }
  | { kind: 'answer'; call: number; envelope: Envelope<unknown> }
  | { kind: 'active'; call: number; jobs: number }
  /** A job the studio has told a request id of: it must never forget it. */
  | { kind: 'accepted'; job: string; requestId: string; state: string }
  | { kind: 'broken'; message: string }
  | { kind: 'closed' }
