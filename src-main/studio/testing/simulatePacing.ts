import { LearntLimit } from '../jobs/LearntLimit.ts'

export interface HiddenLimit {
  /** Requests a second, and at once from a full bucket. */
  rate: number
  burst: number
  /** What a refusal says: nothing, the exact wait, or whole seconds. */
  retryAfter: 'none' | 'exact' | 'seconds'
}

export interface Pacing {
  /** Time taken over the least possible. */
  ratio: number
  requestsPerJob: number
  /** Requests sent before a moment the service had named. */
  tooSoon: number
}

/** Sends jobs against a hidden token bucket in virtual time: exact figures, no waiting. */
export function simulatePacing(
  { rate, burst, retryAfter }: HiddenLimit,
  { jobs = 1000, inFlight = 8, seed = 1 } = {},
): Pacing {
  let state = seed
  const random = () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
  const latency = () => 3 + random() * 5
  const limit = new LearntLimit()
  const events: { at: number; run: () => void }[] = []
  let [now, tokens, filledAt, done, requests, flying, left, last, named, tooSoon] = [
    0,
    burst,
    0,
    0,
    0,
    0,
    jobs,
    0,
    0,
    0,
  ]
  const push = (at: number, run: () => void) => {
    let place = events.length
    while (place > 0 && (events[place - 1]?.at ?? 0) > at) place--
    events.splice(place, 0, { at, run })
  }
  let wake = -1
  const pump = (): void => {
    while (left > 0 && flying < inFlight) {
      const wait = limit.wait(now)
      if (wait > 0) {
        const at = now + Math.max(1, Math.ceil(wait))
        if (wake >= now && wake <= at) return
        wake = at
        push(at, () => {
          if (wake === at) wake = -1
          pump()
        })
        return
      }
      if (now < named) tooSoon++
      limit.take(now)
      left--
      flying++
      requests++
      const sentAt = now
      push(now + latency(), () => arrive(sentAt))
    }
  }
  const arrive = (sentAt: number): void => {
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * rate)
    filledAt = now
    if (tokens >= 1) {
      tokens--
      push(now + latency(), () => {
        flying--
        done++
        last = now
        limit.success(now, sentAt)
        pump()
      })
      return
    }
    const wait = ((1 - tokens) / rate) * 1000
    const told = retryAfter === 'none' ? null : retryAfter === 'exact' ? wait : Math.ceil(wait / 1000) * 1000
    push(now + latency(), () => {
      flying--
      left++
      if (told !== null) named = Math.max(named, now + told)
      limit.refused(now, sentAt, told)
      pump()
    })
  }
  pump()
  for (let event = events.shift(); event && done < jobs; event = events.shift()) {
    now = event.at
    event.run()
  }
  return { ratio: last / (((jobs - burst) / rate) * 1000), requestsPerJob: requests / jobs, tooSoon }
}
