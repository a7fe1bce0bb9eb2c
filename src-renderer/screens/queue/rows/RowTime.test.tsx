// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { makeJob } from '../testing/makeJob.ts'
import { RowTime } from './RowTime.tsx'

afterEach(cleanup)

const HOUR = 3_600_000
const textOf = (over: Parameters<typeof makeJob>[0]) => {
  const job = makeJob({ sentAt: Date.now(), ...over })
  return render(<RowTime job={job} place={3} usual={[90 * HOUR, 120 * HOUR]} />).container.textContent
}
const problem = { code: 'disk_full', money: 'charged' } as const

test('a job at work shows what is left by what its like took', () => {
  expect(textOf({ state: 'running' })).toMatch(/^~89–120 h$|^~90–120 h$/)
})

test.each(['queued', 'running', 'saving', 'unsaved'] as const)(
  'one that is %s and waits until a known moment says when it goes on',
  (state) => {
    expect(textOf({ state, problem, waitsUntil: Date.now() + 60 * HOUR })).toMatch(/^again in /)
  },
)

test('a result that finds no room is not told to be ready as soon as its like', () => {
  expect(textOf({ state: 'saving', problem })).not.toContain('~')
})
