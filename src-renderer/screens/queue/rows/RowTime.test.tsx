// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { makeJob } from '../testing/makeJob.ts'
import { RowTime } from './RowTime.tsx'

afterEach(cleanup)

const HOUR = 3_600_000
const textOf = (overrides: Parameters<typeof makeJob>[0]) => {
  const job = makeJob({ sentAt: Date.now(), ...overrides })
  return render(<RowTime job={job} place={3} usual={[90 * HOUR, 120 * HOUR]} />).container.textContent
}
const problem = { code: 'disk_full', money: 'charged' } as const

test('a running job shows the expected time left', () => {
  expect(textOf({ state: 'running' })).toMatch(/^~89–120 h$|^~90–120 h$/)
})

test.each(['queued', 'running', 'saving', 'unsaved'] as const)(
  'a waiting %s job shows when it continues',
  (state) => {
    expect(textOf({ state, problem, waitsUntil: Date.now() + 60 * HOUR })).toMatch(/^again in /)
  },
)

test('a result that waits for disk space shows no expected time', () => {
  expect(textOf({ state: 'saving', problem })).not.toContain('~')
})
