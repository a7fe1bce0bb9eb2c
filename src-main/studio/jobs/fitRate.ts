/** What happened since a bucket was last known to be empty. Times are milliseconds. */
export interface Span {
  /** When it was empty. */
  from: number
  /** Accepted requests since, in order. */
  accepted: readonly number[]
  /** When it was empty again. */
  to: number
  burst: number
}

/**
 * The rate (requests a second) at which a bucket of `burst`, empty at both ends, lets these requests through; what ran over
 * while it was full is part of the sum.
 */
export function fitRate(span: Span): number {
  const plain = (span.accepted.length + 0.5) / (Math.max(1, span.to - span.from) / 1000)
  let [low, high] = [plain / 2, plain * 64]
  for (let n = 0; n < 40; n++) {
    const rate = Math.sqrt(low * high)
    if (left(span, rate) > 0.5) high = rate
    else low = rate
  }
  return Math.sqrt(low * high)
}

function left({ from, accepted, to, burst }: Span, rate: number): number {
  const size = Math.max(1, burst)
  let tokens = 0.5
  let at = from
  for (const time of accepted) {
    tokens = Math.min(size, tokens + (Math.max(0, time - at) * rate) / 1000) - 1
    at = Math.max(at, time)
  }
  return Math.min(size, tokens + (Math.max(0, to - at) * rate) / 1000)
}
