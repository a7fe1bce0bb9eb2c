import type { Problem } from '../../../../src-preload/contract/types/problem.ts'

const TEMPORARY: ReadonlySet<string> = new Set([
  'service_unreachable',
  'service_tls',
  'service_timeout',
  'service_error',
  'service_unreadable',
  'service_redirected',
  'service_rate_limited',
  'service_daily_limit',
  'service_prices_used_up',
  'answer_lost',
  'studio_lost',
])

/** Whether the same request may succeed later without any change. */
export const isTemporary = ({ code }: Problem): boolean => TEMPORARY.has(code)
