import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import '../../i18n/lazyTexts.ts'
import type { Settings } from '../../../src-preload/contract/types/studio.ts'
import { show } from '../gallery/testing/show.tsx'
import { fakeQueueStudio } from '../queue/testing/fakeQueueStudio.ts'
import { TrashRetention } from './TrashRetention.tsx'
import { makeSettings } from '../../testing/makeSettings.ts'

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

test('says how many results are deleted before a time is applied, and applies it only when confirmed', async () => {
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
