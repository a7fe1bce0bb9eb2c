import { screen, cleanup, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, describe, afterEach } from 'vitest'
import '../../i18n/lazyTexts.ts'
import { show } from '../gallery/testing/show.tsx'
import { fakeQueueStudio } from '../queue/testing/fakeQueueStudio.ts'
import { ImportedFiles, TrashRetention } from './LibrarySettings.tsx'
import type { Settings } from '../../../src-preload/contract/types/studio.ts'
import { makeSettings } from '../../testing/makeSettings.ts'

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

describe('TrashRetention', () => {
  afterEach(cleanup)

  function open(days: Settings['deleteFromTrashAfterDays'], results: number) {
    let settings: Settings = makeSettings({ deleteFromTrashAfterDays: days })
    const studio = fakeQueueStudio(
      {},
      {
        'settings.get': async () => settings,
        'settings.set': async ({ deleteFromTrashAfterDays }) =>
          (settings = { ...settings, deleteFromTrashAfterDays: deleteFromTrashAfterDays ?? null }),
        'library.count_expired': async () => ({ results }),
      },
    )
    show(<TrashRetention />)
    return studio
  }
  const choose = async (name: string) =>
    userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Delete from trash after' }), name)

  test('a time that deletes results shows their number and is applied only when confirmed', async () => {
    const studio = open(null, 412)
    await choose('30 days')
    expect(await screen.findByText(/^412 results are permanently deleted now\./)).toBeDefined()
    expect(studio.inputs('settings.set')).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('combobox')).toHaveProperty('value', '0')
    await choose('30 days')
    await screen.findByText(/^412 results/)
    await userEvent.click(screen.getByRole('button', { name: 'Delete automatically' }))
    expect(studio.inputs('settings.set')).toEqual([{ deleteFromTrashAfterDays: 30 }])
    expect(await screen.findByText(/30 days after you moved them/)).toBeDefined()
  })

  test('a longer time and “Never” are applied at once, because they delete nothing', async () => {
    const studio = open(7, 412)
    await choose('90 days')
    await waitFor(() => expect(studio.inputs('settings.set')).toEqual([{ deleteFromTrashAfterDays: 90 }]))
    await choose('Never')
    await waitFor(() => expect(studio.inputs('settings.set')).toHaveLength(2))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
