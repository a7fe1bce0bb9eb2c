import { screen, render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { stubElementSizes } from '../../gallery/testing/stubElementSize.ts'
import { show } from '../../gallery/testing/show.tsx'
import { Queue } from '../Queue.tsx'
import { makeJob } from '../testing/makeJob.ts'
import { fakeQueueStudio } from '../testing/fakeQueueStudio.ts'
import { RowTime } from './QueueRow.tsx'

stubElementSizes()

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
