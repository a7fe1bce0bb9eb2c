import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import '../../i18n/lazyTexts.ts'
import { show } from '../gallery/testing/show.tsx'
import { fakeQueueStudio } from '../queue/testing/fakeQueueStudio.ts'
import { ImportedFiles } from './LibrarySettings.tsx'

const usage = {
  files: 34,
  bytes: 1_200_000_000,
  unusedFiles: 12,
  unusedBytes: 300_000_000,
  found: { folder: '/data/found', files: 0, bytes: 0 },
}

test('shows the size of inputs and unused ones, and deletes unused ones on a click', async () => {
  const studio = fakeQueueStudio(
    {},
    { 'inputs.usage': async () => usage, 'inputs.clean': async () => ({ deleted: 12, bytes: 300_000_000 }) },
  )
  show(<ImportedFiles />)
  expect(await screen.findByText(/^1\.2 GB in 34 files/)).toBeDefined()
  expect(screen.getByText(/^300 MB isn’t used by any job/)).toBeDefined()
  expect(screen.queryByText('Recovered files')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remove unused inputs (300 MB)' }))
  expect(await screen.findByText('12 files removed, 300 MB freed')).toBeDefined()
  expect(studio.inputs('inputs.clean')).toHaveLength(1)
})

test('without unused inputs there is no button; recovered files are shown with their folder', async () => {
  const found = { folder: '/data/found', files: 2, bytes: 24_000_000 }
  fakeQueueStudio({}, { 'inputs.usage': async () => ({ ...usage, unusedFiles: 0, unusedBytes: 0, found }) })
  show(<ImportedFiles />)
  expect(await screen.findByText(/^All of it is used/)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByText(/^Easel found 2 finished files \(24\.0 MB\)/)).toBeDefined()
  expect(screen.getByText('/data/found')).toBeDefined()
})
