import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Handlers } from '../../../src-preload/contract/routes.ts'
import type { Commands } from '../../../src-preload/shared/keymap/Command.ts'
import { formCommands, globalCommands } from '../../../src-preload/shared/keymap/startupCommands.ts'
import { MAX_TAG_LENGTH } from '../../../src-preload/constraints/limits.ts'
import { makeSettings } from '../../testing/makeSettings.ts'
import { toasts } from '../../lib/toasts.ts'
import { makeTile } from '../../screens/gallery/testing/makeTile.ts'
import { show } from '../../screens/gallery/testing/show.tsx'
import { draftStore } from '../../widgets/forms/draftStore.ts'
import { fakeViewerStudio, makeDetail, makeParameters } from '../../widgets/results/testing/viewerTesting.ts'
import type { AssetDetail } from '../../../src-preload/contract/types/asset.ts'
import { newCollectionDialog } from './newCollectionDialog.ts'
import { Palette } from './Palette.tsx'

beforeEach(() => {
  location.hash = ''
})
const json = (text: string) => JSON.parse(text)
const info = (canUseFolders: boolean) => ({
  version: '1',
  host: 'browser' as const,
  dataFolder: '/data',
  notices: [],
  capabilities: {
    openFolder: canUseFolders,
    chooseFolder: canUseFolders,
    notifications: false,
    tray: false,
    keepAwake: false,
  },
})
const remote =
  '{"connections":[{"id":"home","name":"Home","address":"https://a","kind":"remote","current":true,"key":"keychain"}],"keychain":{"state":"available","detail":null}}'

/** Opens the palette in a studio in which every action can run; `handlers` replaces its responses. */
function openPalette(
  handlers: Partial<Handlers> = {},
  commands: Commands = formCommands,
  ids: string[] = [],
) {
  const studio = fakeViewerStudio({
    'studio.info': async () => info(true),
    'connections.list': async () => json(remote),
    'jobs.list': async () => json('{"jobs":[{}],"next":null}'),
    'maintenance.status': async () => null,
    'presets.list': async () => json('{"presets":[{"name":"Snow"}]}'),
    'settings.get': async () => makeSettings({ theme: 'dark' }),
    ...handlers,
  })
  show(<Palette actions={ids.map((id) => ({ commands, id, run: () => {} }))} onClose={() => {}} />)
  return studio
}

const group = (name: string) => screen.findByRole('group', { name })
const options = (element: HTMLElement) =>
  within(element)
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

test('lists the actions without a key that can run now', async () => {
  openPalette()
  const actions = await group('Actions')
  await waitFor(() =>
    expect(options(actions)).toEqual([
      'Open a file…',
      'Import a folder…',
      'Import another library…',
      'New collection…',
      'Open trash',
      'Export spending as CSV',
      'Export all presets',
      'Add connection',
      'Update keyHome',
      'Back up the library…',
      'New library…',
      'Open another library…',
      'Restore a backup…',
      'Move library…',
      'Check files of the library',
      'Show library folder',
      'Use light theme',
      'Use system theme',
    ]),
  )
})

test('leaves out what a browser, an empty library or a running check doesn’t allow', async () => {
  openPalette({
    'studio.info': async () => info(false),
    'connections.list': async () => json('{"connections":[],"keychain":{"state":"available","detail":null}}'),
    'jobs.list': async () => ({ jobs: [], next: null }),
    'maintenance.status': async () => json('{"kind":"check","state":"running"}'),
  })
  const actions = await group('Actions')
  await waitFor(() => expect(options(actions)).toContain('Use light theme'))
  expect(options(actions)).toEqual([
    'Open a file…',
    'New collection…',
    'Open trash',
    'Export all presets',
    'Add connection',
    'Use light theme',
    'Use system theme',
  ])
})

test('finds an action by a keyword, and runs it', async () => {
  const studio = openPalette()
  await userEvent.type(screen.getByRole('combobox'), 'verify')
  await screen.findByRole('option', { name: 'Check files of the library' })
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(studio.routes()).toContain('maintenance.check'))
  expect(location.hash).toBe('#/settings/library')
})

test('shows a toast if there are no presets to export', async () => {
  openPalette({ 'presets.list': async () => ({ presets: [] }) })
  await userEvent.type(screen.getByRole('combobox'), 'export all presets')
  await screen.findByRole('option', { name: 'Export all presets' })
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(toasts.getState().list.map(({ text }) => text)).toContain('No presets yet'))
})

test('changes the theme', async () => {
  const studio = openPalette()
  await userEvent.type(screen.getByRole('combobox'), 'light theme')
  await screen.findByRole('option', { name: 'Use light theme' })
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(studio.inputs('settings.set')).toContainEqual({ theme: 'light' }))
})

test('opens the dialog of a new collection', async () => {
  openPalette()
  await userEvent.type(screen.getByRole('combobox'), 'new coll')
  await screen.findByRole('option', { name: 'New collection…' })
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(newCollectionDialog.getState().isOpen).toBe(true))
})

test('lists the dialogs of the form, which have no key, while the form is on the screen', async () => {
  openPalette({}, formCommands, ['presets', 'batch', 'prices'])
  const actions = await group('Actions on this screen')
  expect(options(actions)).toEqual(['Presets', 'New batch…', 'Compare prices…'])
})

test('a text longer than any tag still finds results', async () => {
  const title = 'fog '.repeat(30).trim()
  const studio = openPalette({
    'tags.list': async () => ({ tags: [], total: 0 }),
    'library.page': async () => ({ tiles: [makeTile({ id: 'r', title })], next: null, totals: null }),
  })
  await userEvent.click(screen.getByRole('combobox'))
  await userEvent.paste(title)
  expect(options(await group('Results'))).toEqual([expect.stringContaining(title)])
  expect(studio.inputs('tags.list')).toEqual([{ search: title.slice(0, MAX_TAG_LENGTH), limit: 20 }])
})

test('a tag or result that is opened takes no place among the recently used entries', async () => {
  const studio = openPalette({
    'tags.list': async () => ({ tags: [{ name: 'fog', results: 1 }], total: 1 }),
    'library.page': async () => ({
      tiles: [makeTile({ id: 'r', title: 'fog at sea' })],
      next: null,
      totals: null,
    }),
  })
  await userEvent.type(screen.getByRole('combobox'), 'fog')
  await userEvent.click(within(await group('Tags')).getByRole('option'))
  await waitFor(() => expect(location.hash).toBe('#/gallery?tag=fog'))
  await userEvent.click(within(await group('Results')).getByRole('option'))
  await waitFor(() => expect(location.hash).toBe('#/gallery/r'))
  expect(studio.inputs('settings.set')).toEqual([])
})

test('lists the recently used entries of the library first, and moves a used one to their beginning', async () => {
  const studio = openPalette({
    'settings.get': async () => makeSettings({ recentEntries: ['gone', 'screen spend', 'screen queue'] }),
  })
  expect(options(await group('Recently used'))).toEqual([
    expect.stringContaining('Spend'),
    expect.stringContaining('Queue'),
  ])
  await userEvent.click(within(await group('Recently used')).getByRole('option', { name: /Queue/ }))
  await waitFor(() =>
    expect(studio.inputs('settings.set')).toEqual([
      { recentEntries: ['screen queue', 'gone', 'screen spend'] },
    ]),
  )
})

test('an entry that is used before the settings are loaded replaces no recently used ones', async () => {
  const studio = openPalette({ 'settings.get': () => new Promise(() => {}) })
  await userEvent.click(within(await group('Screens')).getByRole('option', { name: /Queue/ }))
  await waitFor(() => expect(location.hash).toBe('#/queue'))
  expect(studio.inputs('settings.set')).toEqual([])
})

const line = { name: 'prompt', label: 'Prompt', text: 'fog over a pier', as: 'multiline' } as const

/** Finds the result “fog at sea” and runs its other action, with a form of the task “Speak” open. */
async function reusePromptOf(parameters: AssetDetail['parameters']) {
  draftStore.getState().load(null)
  draftStore.getState().chooseOperation('speak')
  draftStore.getState().chooseModel('speak', 'two')
  openPalette({
    'library.page': async () => ({
      tiles: [makeTile({ id: 'r', title: 'fog at sea' })],
      next: null,
      totals: null,
    }),
    'library.asset': async () => makeDetail({ id: 'r' }, { parameters }),
    'forms.open': async () => json('{"operation":"speak","model":{"slug":"two"},"fields":[]}'),
  })
  await userEvent.type(screen.getByRole('combobox'), 'fog')
  await screen.findByRole('option', { name: /fog at sea/ })
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
}

test('the prompt of a result goes into the form of its task if the open one has no field for it', async () => {
  await reusePromptOf(makeParameters({ lines: [line] }))
  await waitFor(() => expect(location.hash).toBe('#/create'))
  expect(draftStore.getState().values['paint']).toEqual({ prompt: 'fog over a pier' })
  expect(draftStore.getState().operation).toBe('paint')
  expect(toasts.getState().list).toEqual([])
})

test.each([
  ['without parameters', null, 'This file wasn’t made by Easel, so it has no parameters'],
  ['without a prompt', makeParameters(), 'This result has no prompt'],
])(
  'the prompt of a result %s can’t be used: a toast says so, and the screen stays',
  async (_, none, text) => {
    await reusePromptOf(none)
    expect(await screen.findByText(text)).toBeDefined()
    expect(location.hash).toBe('')
    expect(draftStore.getState().operation).toBe('speak')
  },
)

test('commands that work on every screen aren’t listed as actions on this screen', async () => {
  openPalette({}, globalCommands, ['palette', 'settings', 'help', 'guide'])
  const actions = await group('Actions')
  await waitFor(() => expect(options(actions)).toContain('Use light theme'))
  expect(screen.queryByRole('group', { name: 'Actions on this screen' })).toBeNull()
  expect(options(actions).filter((text) => text?.startsWith('Easel guide'))).toHaveLength(1)
  const settings = screen.getAllByRole('option', { name: /^Settings/ })
  expect(settings).toHaveLength(1)
})

test('there is no empty bar below the list while something is typed', async () => {
  openPalette()
  expect(await screen.findByText(/^Type to find/)).toBeDefined()
  await userEvent.type(screen.getByRole('combobox'), 'theme')
  expect(document.querySelector('footer')).toBeNull()
})
