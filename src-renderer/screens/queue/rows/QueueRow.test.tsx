import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { screen, render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { stubElementSizes } from '../../gallery/testing/stubElementSize.ts'
import { show } from '../../gallery/testing/show.tsx'
import { Queue } from '../Queue.tsx'
import { makeJob } from '../testing/makeJob.ts'
import { fakeQueueStudio } from '../testing/fakeQueueStudio.ts'
import { RowTime } from './QueueRow.tsx'

stubElementSizes()

const LIMITED = { code: 'service_rate_limited', money: 'none' } as const

test('rows of a batch show their distinguishing label', async () => {
  const jobs = [
    makeJob({ label: { words: { copy: '12' }, at: [] } }),
    makeJob({ label: { words: { n: '8', copy: '2' }, at: [0] } }),
  ]
  const studio = fakeQueueStudio(
    { jobs },
    {
      'forms.open': async ({ operation, model }) => ({
        operation,
        model: { slug: model, name: 'One' },
        defaults: {},
        fields: [
          { kind: 'integer', name: 'n', label: 'Steps', min: 1, max: 20, required: false, section: 'main' },
        ],
      }),
    },
  )
  show(<Queue />)
  expect(await screen.findByText('copy 12')).toBeDefined()
  expect(await screen.findByText('Steps 8 · copy 2')).toBeDefined()
  expect(studio.inputs('forms.open')).toEqual([{ operation: 'txt2img', model: 'aurora' }])
})

test('a model in a label is shown by its name', async () => {
  const model = { slug: 'two-v2', name: 'Example Two' }
  fakeQueueStudio({ jobs: [makeJob({ model, label: { words: { model: 'two-v2', copy: '2' }, at: [0] } })] })
  show(<Queue />)
  expect(await screen.findByText('model Example Two · copy 2')).toBeDefined()
})

test.each([
  ['wide for a failed job', { state: 'failed' }, null],
  ['wide for a job whose price changed', { problem: makeProblem('price_changed') }, null],
  ['wide for a running job in an outage', { state: 'running' }, 'refused'],
  ['wide for a running job whose key was rejected', { state: 'running' }, 'key_rejected'],
  ['narrow for a running job', { state: 'running' }, null],
  ['narrow for a queued job in an outage', {}, 'refused'],
  ['narrow for a queued job with a rate limit', { problem: LIMITED }, null],
  ['narrow for a closed job with a problem', { state: 'closed', problem: LIMITED }, null],
] as const)('the column of actions is %s', async (expected, job, reason) => {
  const outage = reason && { since: 0, reason, status: null, nextTryAt: 0, trying: false }
  fakeQueueStudio(
    { jobs: [makeJob(job)] },
    {
      'connections.health': async () => ({ connections: [{ connectionId: 'c', outage, recoveredAt: null }] }),
    },
  )
  show(<Queue />)
  if (reason) await screen.findByText(/since/)
  const row = await screen.findByText('a lighthouse in fog')
  expect(row.closest('ul')?.className).toBe(expected.startsWith('wide') ? 'list wide' : 'list')
})

describe('RowTime', () => {
  const HOUR = 3_600_000
  const textOf = (overrides: Parameters<typeof makeJob>[0]) => {
    const job = makeJob({ sentAt: Date.now(), ...overrides })
    return render(<RowTime job={job} position={3} usualDuration={[90 * HOUR, 120 * HOUR]} />).container
      .textContent
  }
  const problem = { code: 'disk_full', money: 'charged' } as const

  test('a running job shows the expected time left', () => {
    expect(textOf({ state: 'running' })).toMatch(/^~89–120 h$|^~90–120 h$/)
  })

  test.each(['queued', 'running', 'saving', 'unsaved'] as const)(
    'a waiting %s job shows when it continues',
    (state) => {
      expect(textOf({ state, problem, waitsUntil: Date.now() + 60 * HOUR })).toMatch(/^Retry in /)
    },
  )

  test('a result that waits for disk space shows no expected time', () => {
    expect(textOf({ state: 'saving', problem })).not.toContain('~')
  })
})
