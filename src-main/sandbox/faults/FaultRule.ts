import type { Endpoint } from '../http/Call.ts'

/** One rule of misbehaviour: what, where, how often. */
export interface FaultRule {
  /** A row of the fault table. */
  name: string
  /** Where it strikes; default: where it makes sense. */
  endpoint?: Endpoint
  /** Meaning depends on the fault: a wait in seconds, a status word, an error code. */
  value?: string
  /** Probability for each request, 0 to 1; default 1. */
  chance?: number
  /** Strikes so many times and then rests; default: always. */
  count?: number
}
