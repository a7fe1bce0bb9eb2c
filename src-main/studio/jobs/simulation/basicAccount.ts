import type { HiddenLimit } from './HiddenBucket.ts'

const perMinute = (count: number, perDay: number): HiddenLimit => ({
  rate: count / 60,
  burst: count,
  perDay,
  retryAfter: 'seconds',
  tells: true,
})

/** Rate limits of the smallest account of the public service (service.md §Rate limits). */
export const basicAccount = {
  sending: perMinute(3, 100),
  polling: perMinute(50, 200),
  pricing: perMinute(50, 200),
}
