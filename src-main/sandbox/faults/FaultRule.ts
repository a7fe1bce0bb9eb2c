import type { Endpoint } from '../http/ParsedRequest.ts'

/** Which fault to inject, where, and how often. */
export interface FaultRule {
  /** A key of `faultKinds`. */
  name: string
  /** Default: the endpoints of the fault kind. */
  endpoint?: Endpoint
  /** The meaning depends on the fault: a wait in seconds, a status, an error code. */
  value?: string
  /** Probability for each request, 0 to 1; default 1. */
  chance?: number
  /** How many more times it applies; default: without limit. */
  count?: number
}
