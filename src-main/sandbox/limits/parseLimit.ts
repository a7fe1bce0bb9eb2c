import { ENDPOINTS } from '../http/Call.ts'
import { BASIC_LIMITS, type RateLimit, type RateLimits } from './RateLimit.ts'

/** Reads `basic`, or `CLASS=N/min,N/day,retry-after=none|date|seconds` with any of the parts. Throws a sentence when it can't. */
export function parseLimit(text: string): RateLimits {
  if (text === 'basic') return BASIC_LIMITS
  const [name, parts] = [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)]
  const endpoint = ENDPOINTS.find((known) => known === name)
  if (!endpoint) throw new Error(`Not a limit: "${text}". Say status=50/min,200/day.`)
  const limit: RateLimit = {}
  for (const part of parts.split(',')) {
    const [, count, unit, how] = /^(?:(\d+)\/(min|day)|retry-after=(none|date|seconds))$/.exec(part) ?? []
    if (unit === 'min') limit.perMinute = Number(count)
    else if (unit === 'day') limit.perDay = Number(count)
    else if (how === 'none' || how === 'date' || how === 'seconds') limit.retryAfter = how
    else throw new Error(`Not a limit: "${part}". Say 50/min, 200/day or retry-after=none.`)
  }
  return { [endpoint]: limit }
}
