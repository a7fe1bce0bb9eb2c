// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { stubElementSizes } from '../../gallery/testing/stubElementSizes.ts'
import { show } from '../../gallery/testing/show.tsx'
import { Queue } from '../Queue.tsx'
import { makeJob } from '../testing/makeJob.ts'
import { fakeQueueStudio } from '../testing/fakeQueueStudio.ts'

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
