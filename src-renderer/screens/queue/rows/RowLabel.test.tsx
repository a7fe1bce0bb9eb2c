// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { withSize } from '../../gallery/testing/withSize.ts'
import { show } from '../../gallery/testing/show.tsx'
import { Queue } from '../Queue.tsx'
import { makeJob } from '../testing/makeJob.ts'
import { queueBehind } from '../testing/queueBehind.ts'

withSize()

test('rows of a batch are told apart in the words of its preview', async () => {
  const jobs = [
    makeJob({ label: { words: { copy: '12' }, at: [] } }),
    makeJob({ label: { words: { n: '8', copy: '2' }, at: [0] } }),
  ]
  const studio = queueBehind(
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

test('a model on an axis goes by its name', async () => {
  const model = { slug: 'two-v2', name: 'Example Two' }
  queueBehind({ jobs: [makeJob({ model, label: { words: { model: 'two-v2', copy: '2' }, at: [0] } })] })
  show(<Queue />)
  expect(await screen.findByText('model Example Two · copy 2')).toBeDefined()
})
