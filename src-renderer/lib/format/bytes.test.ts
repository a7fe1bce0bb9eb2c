import { expect, it } from 'vitest'
import { formatBytes } from './bytes.ts'

it('formats sizes in the largest suitable unit', () => {
  expect([0, 812, 999, 1_000, 1_449_000, 999_700, 41_600_000_000].map(formatBytes)).toEqual([
    '0 B',
    '812 B',
    '999 B',
    '1.0 KB',
    '1.4 MB',
    '1.0 MB',
    '41.6 GB',
  ])
})
