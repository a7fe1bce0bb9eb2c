import { expect, test } from 'vitest'
import type { DetectedLimit } from '../../../src-preload/contract/types/queue.ts'
import '../../i18n/lazyTexts.ts'
import { lowQuotaTexts } from './QueueHeader.tsx'

const limit = (
  kind: DetectedLimit['kind'],
  dayUsed: number | null,
  operation: string | null = null,
): DetectedLimit => ({
  connectionId: 'c',
  kind,
  operation,
  rate: null,
  dayLimit: dayUsed === null ? null : 200,
  dayUsed,
  waitsUntil: null,
})

test('shows only quotas that are nearly used up, the lowest of each kind', () => {
  expect(lowQuotaTexts([limit('poll', 100), limit('price', null)])).toEqual([])
  expect(lowQuotaTexts([limit('send', 185, 'a'), limit('send', 200, 'b'), limit('price', 181)])).toEqual([
    '0 of 200 jobs left today for this task',
    '19 of 200 price checks left today',
  ])
})
