import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { newImportStatus } from '../../../src-preload/shared/imports.ts'
import type { ImportStatus } from '../../../src-preload/contract/types/import.ts'
import { setBridge } from '../../host/bridge.ts'
import { bridgeOf } from '../../screens/create/testing/fakeCreateStudio.ts'
import { show } from '../../screens/gallery/testing/show.tsx'
import { ImportDialog } from './ImportDialog.tsx'

afterEach(cleanup)

const LIBRARY: ImportStatus = { ...newImportStatus('Old Easel'), content: 'library', state: 'done' }

/** Shows the dialog of an import of a library. */
function open(status: Partial<ImportStatus>) {
  setBridge(bridgeOf({}))
  const cancel = vi.fn()
  show(<ImportDialog run={{ cancel, status: { ...LIBRARY, ...status } }} />)
  return cancel
}

test('a library is first read, then its results are counted, and both can be cancelled', async () => {
  open({ state: 'listing' })
  expect(screen.getByRole('dialog', { name: 'Import “Old Easel”' })).toBeDefined()
  expect(screen.getByText('Reading the library…')).toBeDefined()
  cleanup()
  const cancel = open({ state: 'running', files: 40, filesDone: 12 })
  expect(screen.getByText('12 of 40 results')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel import' }))
  expect(cancel).toHaveBeenCalledOnce()
})

test('the outcome names the results that were left out, and shows the imported ones', async () => {
  open({
    added: 2,
    duplicates: 1,
    failureCount: 1,
    failures: [{ name: 'a red fox', problem: { code: 'import_file_changed', money: 'none' } }],
  })
  expect(screen.getByRole('status').textContent).toBe(
    '2 results were added to your library. 1 result was already there.',
  )
  expect(screen.getByRole('region', { name: '1 result was left out:' }).textContent).toContain(
    'a red foxIts file was changed or truncated after it was saved.',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Show imported' }))
  expect(location.hash).toBe('#/gallery?imported=1')
})

test('results in the trash are counted apart from other known ones, with a way to the trash', async () => {
  open({ duplicates: 3, trashed: 2, restored: 1 })
  expect(screen.getByRole('status').textContent).toBe(
    '0 results were added to your library. 3 results were already there. 1 missing or changed file was put back. 2 were already in the trash.',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Open trash' }))
  expect(location.hash).toBe('#/gallery?view=trash')
})

test.each([
  ['not_a_library', 'There’s no library in this folder.'],
  ['import_own_library', 'This is the library that’s open.'],
  ['import_library_damaged', 'The database of this library is damaged.'],
  ['import_library_newer', 'A newer version of Easel created this library.'],
  ['import_needs_desktop', 'This folder is an Easel library, which a browser can’t import.'],
] as const)('the problem %s is shown with what happened and what to do', (code, text) => {
  open({ state: 'failed', problem: { code, money: 'none' } })
  const alert = screen.getByRole('alert').textContent
  expect(alert).toContain(text)
  expect(alert).toMatch(/Nothing was imported\. (Choose|Update|Drop) /)
  expect(screen.queryByRole('button', { name: 'Show imported' })).toBeNull()
})

test.each([
  [{ code: 'disk_full' }, 'Your disk is full.', 'Free up space, then import again.'],
  [
    { code: 'disk_low', params: { free: 1e9, needed: 2e9 } },
    'Your disk is nearly full (1.0 GB left). Jobs wait.',
    'Free up space, then import again.',
  ],
  [{ code: 'studio_lost' }, 'Easel isn’t responding.', 'Import again when it responds.'],
] as const)(
  'an import that stopped because of %o says that it must be started again',
  (problem, what, next) => {
    open({ state: 'failed', added: 2, problem: { ...problem, money: 'none' } })
    expect(screen.getByRole('alert').textContent).toBe(
      `${what} 2 results were added to your library. ${next} Nothing is added twice.`,
    )
  },
)

test('a failed import that only put files back doesn’t say that nothing was imported', () => {
  open({ state: 'failed', restored: 1, problem: { code: 'disk_full', money: 'none' } })
  expect(screen.getByRole('alert').textContent).toBe(
    'Your disk is full. 0 results were added to your library. 1 missing or changed file was put back. Free up space, then import again. Nothing is added twice.',
  )
})

test('an import with new results and results in the trash leads to both', () => {
  open({ added: 2, trashed: 1 })
  expect(screen.getByRole('status').textContent).toBe(
    '2 results were added to your library. 1 was already in the trash.',
  )
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Open trash', 'Show imported', 'Done']),
  )
})
