import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { RouteName } from '../../../../src-preload/contract/routes.ts'
import type { MaintenanceStatus } from '../../../../src-preload/contract/types/maintenance.ts'
import type { Capabilities } from '../../../../src-preload/contract/types/studio.ts'
import { show } from '../../gallery/testing/show.tsx'
import { fakeQueueStudio } from '../../queue/testing/fakeQueueStudio.ts'
import { Libraries } from './Libraries.tsx'

const RUN: MaintenanceStatus = {
  kind: 'restore',
  state: 'running',
  files: 4,
  filesDone: 1,
  bytes: 0,
  bytesDone: 2_000_000,
  filesSkipped: 0,
  target: '/media/disk/new',
  problemCount: 0,
  problems: [],
  problem: null,
}

function showLibraries(
  status: MaintenanceStatus | null = null,
  chooseFolder = true,
  failingRoutes: RouteName[] = [],
) {
  const capabilities: Capabilities = {
    openFolder: true,
    chooseFolder,
    notifications: true,
    tray: true,
    keepAwake: true,
  }
  const info = {
    version: '1',
    host: 'electron',
    dataFolder: '/home/ada/work',
    capabilities,
    notices: [],
  } as const
  const libraries = [
    { id: 'a', name: 'work', path: '/home/ada/work', state: 'open' },
    { id: 'b', name: 'holiday', path: '/home/ada/holiday', state: 'available' },
    { id: 'c', name: 'old', path: '/media/old', state: 'missing' },
  ] as const
  const studio = fakeQueueStudio(
    {},
    {
      'studio.info': async () => ({ ...info, notices: [] }),
      'maintenance.status': async () => status,
      'libraries.list': async () => ({ libraries: [...libraries] }),
      'libraries.open': async () => ({ state: 'cancelled' }),
      'libraries.remove': async () => {},
      'libraries.restore': async () => ({ state: 'cancelled' }),
      'libraries.open_restored': async () => ({ state: 'cancelled' }),
      'libraries.finish_move': async () => ({ state: 'cancelled' }),
    },
  )
  for (const route of failingRoutes) studio.failingRoutes.add(route)
  show(<Libraries />)
  return studio
}

test('the open library can’t be opened or removed, and a missing one can only be removed', async () => {
  const studio = showLibraries()
  const rows = await screen.findAllByRole('listitem')
  const buttons = rows.map((row) =>
    within(row)
      .queryAllByRole('button')
      .map((button) => button.getAttribute('aria-label')),
  )
  expect(buttons).toEqual([[], ['Open “holiday”', 'Remove “holiday” from list'], ['Remove “old” from list']])
  expect(rows[0]?.textContent).toContain('Current')
  expect(rows[2]?.textContent).toContain('Not found')
  await userEvent.click(screen.getByRole('button', { name: 'Open “holiday”' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove “old” from list' }))
  await expect.poll(() => studio.inputs('libraries.remove')).toEqual([{ id: 'c' }])
  expect(studio.inputs('libraries.open')).toEqual([{ id: 'b' }])
  expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Libraries' }))
})

test('while a backup is being restored its progress is shown, and no other copy can start', async () => {
  showLibraries(RUN)
  expect(await screen.findByText('1 of 4 files restored, 2.0 MB copied')).toBeDefined()
  const isDisabled = (name: string) => screen.getByRole('button', { name }).hasAttribute('disabled')
  expect(['Restore a backup…', 'Move library…', 'New library…'].map(isDisabled)).toEqual([true, true, false])
})

test('a restored library can be opened, and files that were left out are listed', async () => {
  const problems = [
    { id: null, file: 'library/2026/11/a.png', state: 'changed' as const, canFetchAgain: false },
  ]
  const studio = showLibraries({ ...RUN, state: 'done', filesDone: 4, problemCount: 1, problems })
  expect(await screen.findByText('Backup restored: 3 files.')).toBeDefined()
  expect(screen.getByText('library/2026/11/a.png')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Open restored library' }))
  expect(studio.inputs('libraries.open_restored')).toHaveLength(1)
})

test('a restore that fails on a full disk shows how to continue', async () => {
  showLibraries({ ...RUN, state: 'failed', problem: { code: 'disk_full', money: 'none' } })
  expect(await screen.findByText(/^The disk is full\. Free up space there and start again/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Open restored library' })).toBeNull()
})

test('a restart completes the move of a copied library', async () => {
  const studio = showLibraries({ ...RUN, kind: 'move', state: 'done', filesDone: 4 })
  await userEvent.click(await screen.findByRole('button', { name: 'Restart and complete move' }))
  expect(studio.inputs('libraries.finish_move')).toHaveLength(1)
})

test('in a browser, a note says that only the desktop app can open another library', async () => {
  const studio = showLibraries(null, false)
  expect(await screen.findByText(/^Only the desktop app can open another library/)).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  expect(studio.inputs('libraries.list')).toHaveLength(0)
})

test('an action in the URL starts once and is removed from the URL', async () => {
  location.hash = '#/settings/library?start=restore'
  const studio = showLibraries()
  await expect.poll(() => studio.inputs('libraries.restore')).toHaveLength(1)
  expect(location.hash).toBe('#/settings/library')
})

test('a list of libraries that fails to load shows why, and is loaded again', async () => {
  const studio = showLibraries(null, true, ['libraries.list'])
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong inside Easel')
  studio.failingRoutes.delete('libraries.list')
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('holiday')).toBeDefined()
})
