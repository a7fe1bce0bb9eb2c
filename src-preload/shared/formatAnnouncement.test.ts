import { expect, test } from 'vitest'
import type { Announcement } from '../contract/types/progress.ts'
import { formatAnnouncement } from './formatAnnouncement.ts'

const batch: Announcement = {
  id: 'b',
  about: 'batch',
  name: 'Night foxes',
  saved: 98,
  failed: 2,
  uncertain: 0,
  unsent: 0,
  quoted: 410_000_000,
  stopReason: null,
  assetId: null,
  playSound: false,
}
const job: Announcement = { ...batch, about: 'job', saved: 1, failed: 0, quoted: 4_213_000 }
const body = (over: Partial<Announcement>) => formatAnnouncement({ ...batch, ...over }).body

test('the text about a batch states its outcome and its quoted total', () => {
  expect(formatAnnouncement(batch)).toEqual({
    title: 'Night foxes',
    body: '98 saved, 2 failed, $0.41 quoted',
  })
  expect(body({ failed: 0, uncertain: 1, quoted: 0 })).toBe('98 saved, 1 unconfirmed')
})

test.each([
  ['cap', 'Batch limit reached: 98 saved, 12 waiting, $0.41 quoted'],
  ['budget', 'Limit reached: 98 saved, 12 waiting, $0.41 quoted'],
  ['balance', 'Balance too low: 98 saved, 12 waiting, $0.41 quoted'],
  ['disk', 'Disk full or unavailable: 98 saved, 12 waiting, $0.41 quoted'],
] as const)('the text about a stopped batch states the reason: %s', (stopReason, text) => {
  expect(body({ stopReason, failed: 0, unsent: 12 })).toBe(text)
})

test('the text about a single job states whether it was saved', () => {
  expect(formatAnnouncement(job).body).toBe('Saved, $0.004213 quoted')
  expect(formatAnnouncement({ ...job, saved: 0, uncertain: 1 }).body).toBe(
    'Charge unconfirmed, $0.004213 quoted',
  )
  expect(formatAnnouncement({ ...job, saved: 0, failed: 1, quoted: 0 }).body).toBe('Not saved')
})

test('a blank name is replaced by a default title, and a long one is truncated', () => {
  expect(formatAnnouncement({ ...job, name: ' ' }).title).toBe('Easel')
  expect(formatAnnouncement({ ...job, name: 'x'.repeat(2000) }).title).toHaveLength(80)
})

test('sums have up to six decimals', () => {
  expect(formatAnnouncement({ ...batch, quoted: 12_639_000 }).body).toContain('$0.012639 quoted')
  expect(formatAnnouncement({ ...batch, quoted: 1_826_390_000 }).body).toContain('$1.82639 quoted')
})

test('a long name is cut without splitting an emoji', () => {
  const { title } = formatAnnouncement({ ...batch, name: `${'x'.repeat(78)}🦊 at night` })
  expect(title).toBe(`${'x'.repeat(78)}…`)
})
