import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Bridge } from '../../../src-preload/contract/bridge.ts'
import type { StudioEvent } from '../../../src-preload/contract/events.ts'
import type { Handlers, RouteName, RouteOutput } from '../../../src-preload/contract/routes.ts'
import type { ExportOptions, ExportStatus } from '../../../src-preload/contract/types/export.ts'
import type { Settings } from '../../../src-preload/contract/types/studio.ts'
import { MAX_NAME_TEMPLATE_LENGTH } from '../../../src-preload/constraints/limits.ts'
import { setBridge } from '../../host/bridge.ts'
import { toasts } from '../../lib/toasts.ts'
import { show } from '../../screens/gallery/testing/show.tsx'
import { ExportDialog } from './ExportDialog.tsx'
import { ExportNote } from './ExportNote.tsx'
import { closeExport } from './exportRun.ts'
import { callHandler } from '../../testing/callHandler.ts'
import { makeSettings } from '../../testing/makeSettings.ts'

const RUNNING: ExportStatus = {
  state: 'running',
  files: 3,
  filesDone: 1,
  bytes: 3000,
  bytesDone: 1500,
  failures: [],
  failureCount: 0,
  withoutParameters: 0,
  unconverted: 0,
  changed: 0,
  problem: null,
  target: 'Pictures',
}

/** A studio that exports nothing, and the calls it received. */
function fakeStudio({ isDesktop = true, failing = [] }: { isDesktop?: boolean; failing?: RouteName[] } = {}) {
  const listeners = new Set<(event: StudioEvent) => void>()
  const calls: { route: RouteName; input: unknown }[] = []
  const studio = {
    calls,
    status: RUNNING,
    /** Routes that fail, because the disk does. */
    failing: new Set(failing),
    /** An export that was already running when the window was reloaded. */
    running: null as RouteOutput<'exports.running'>,
    saveFile: vi.fn<Bridge['saveFile']>(async () => ({ ok: true, data: 'handed_over' })),
    inputsOf: (route: RouteName) => calls.filter((call) => call.route === route).map(({ input }) => input),
    change: (change: Partial<ExportStatus>) => {
      studio.status = { ...studio.status, ...change }
      for (const listener of listeners) listener({ type: 'exports.changed' })
    },
  }
  const options: ExportOptions = {
    names: '{date}',
    as: 'folder',
    format: 'original',
    quality: 90,
    csv: false,
    json: false,
  }
  const settings: Settings = makeSettings({ export: options })
  const handlers: Partial<Handlers> = {
    'studio.info': async () => ({
      version: '0',
      host: isDesktop ? 'electron' : 'browser',
      dataFolder: '',
      capabilities: {
        openFolder: isDesktop,
        chooseFolder: isDesktop,
        notifications: false,
        tray: false,
        keepAwake: false,
      },
      notices: [],
    }),
    'settings.get': async () => settings,
    'settings.set': async () => settings,
    'exports.names': async ({ template }) => ({
      names: [`${template}.png`],
      unknownFields: template.includes('{foo}') ? ['foo'] : [],
    }),
    'exports.start': async () =>
      isDesktop ? { state: 'started', id: 'e1' } : { state: 'download', id: 'e1', fileName: 'easel.zip' },
    'exports.status': async () => studio.status,
    'exports.running': async () => studio.running,
    'exports.cancel': async () => {},
    'exports.reveal': async () => {},
  }
  setBridge({
    call: async (route, input) => {
      calls.push({ route, input })
      if (studio.failing.has(route)) return { ok: false, error: { code: 'disk_failed', money: 'none' } }
      return callHandler(handlers, route, input)
    },
    onEvent: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    media: { url: () => '', read: async () => new Blob(), saveThumb: async () => {} },
    saveFile: studio.saveFile,
    addInputFile: async () => ({ ok: false, error: { code: 'not_supported', money: 'none' } }),
  })
  return studio
}

const open = (options?: Parameters<typeof fakeStudio>[0]) => {
  const studio = fakeStudio(options)
  const onClose = vi.fn(() => cleanup())
  show(<ExportDialog ids={['a', 'b', 'c', 'd']} onClose={onClose} />)
  return { studio, onClose }
}
const start = async () => userEvent.click(await screen.findByRole('button', { name: 'Export 4 results' }))

beforeEach(() => {
  closeExport()
})
afterEach(cleanup)

test('more results than one export takes are refused with the reason', async () => {
  fakeStudio()
  show(<ExportDialog ids={Array.from({ length: 10_001 }, (_, index) => `r${index}`)} onClose={() => {}} />)
  expect(await screen.findByRole('button', { name: 'Export 10,001 results' })).toHaveProperty(
    'disabled',
    true,
  )
  expect(screen.getByRole('alert').textContent).toBe('One export takes at most 10,000 results. Select fewer.')
})

test('the names are previewed while they are typed, and fields are inserted at the cursor', async () => {
  const { studio } = open()
  const names = await screen.findByRole('textbox', { name: 'File names' })
  await userEvent.click(screen.getByRole('button', { name: 'Seed' }))
  expect(names).toHaveProperty('value', '{date}{seed}')
  expect(await screen.findByText('{date}{seed}.png')).toBeDefined()
  expect(screen.getByText('and 1 more')).toBeDefined()
  expect(studio.inputsOf('exports.names').at(-1)).toEqual({
    ids: ['a', 'b', 'c'],
    total: 4,
    template: '{date}{seed}',
    format: 'original',
  })
})

test('the preview says why the names failed to load, and loads them on request', async () => {
  const { studio } = open({ failing: ['exports.names'] })
  const preview = await screen.findByRole('region', { name: 'Preview' })
  const alert = await within(preview).findByRole('alert')
  expect(alert.textContent).toContain('Easel couldn’t read from or write to your disk.')
  studio.failing.clear()
  await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }))
  expect(await within(preview).findByText('{date}.png')).toBeDefined()
  expect(within(preview).queryByRole('alert')).toBeNull()
})

test.each(['settings.get', 'studio.info'] as const)(
  'the dialog says why %s failed to load, and loads it on request',
  async (route) => {
    const { studio } = open({ failing: [route] })
    const dialog = await screen.findByRole('dialog', { name: 'Export 4 results' })
    expect(await within(dialog).findByText('Easel couldn’t read from or write to your disk.')).toBeDefined()
    studio.failing.clear()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('textbox', { name: 'File names' })).toBeDefined()
  },
)

test('a running export is shown although the settings fail to load', async () => {
  const studio = reload()
  await screen.findByText('Exporting 3 files to Pictures')
  studio.failing.add('settings.get').add('studio.info')
  await userEvent.click(screen.getByRole('button', { name: 'Show export' }))
  expect(await screen.findByText('1 of 3 files · 1.5 KB of 3.0 KB')).toBeDefined()
})

test('an unknown field and an empty name prevent the export', async () => {
  open()
  const names = await screen.findByRole('textbox', { name: 'File names' })
  const button = screen.getByRole('button', { name: 'Export 4 results' })
  await userEvent.clear(names)
  expect(await screen.findByText('Enter a name or choose a field.')).toBeDefined()
  expect(button).toHaveProperty('disabled', true)
  await userEvent.type(names, '{{foo}')
  expect(await screen.findByText(/There’s no field {foo}/)).toBeDefined()
  expect(button).toHaveProperty('disabled', true)
})

test('the options are saved, the progress is shown, and the outcome lists the files that were left out', async () => {
  const { studio } = open()
  await userEvent.click(await screen.findByRole('switch', { name: 'Add a table (CSV)' }))
  await userEvent.click(screen.getByRole('switch', { name: 'Add parameters to files' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Zip archive' }))
  await start()
  const options = { names: '{date}', as: 'zip', format: 'original', quality: 90, csv: true, json: false }
  expect(studio.inputsOf('settings.set')).toEqual([{ export: options, embedParameters: false }])
  expect(studio.inputsOf('exports.start')).toEqual([{ ids: ['a', 'b', 'c', 'd'], options }])
  expect(await screen.findByText('1 of 3 files · 1.5 KB of 3.0 KB')).toBeDefined()
  expect(screen.getByRole('progressbar')).toHaveProperty('value', 50)
  studio.change({
    state: 'done',
    filesDone: 3,
    failures: [{ name: 'fog.png', problem: { code: 'file_missing', money: 'none' } }],
    failureCount: 1,
    withoutParameters: 1,
  })
  expect(await screen.findByText('Exported 2 files to Pictures')).toBeDefined()
  expect(screen.getByText(/^1 file is an exact copy without parameters/)).toBeDefined()
  const leftOut = screen.getByRole('region', { name: '1 file was left out:' })
  expect(within(leftOut).getByText('fog.png')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show in folder' }))
  expect(studio.inputsOf('exports.reveal')).toEqual([{ id: 'e1' }])
})

test('files that changed since they were saved are counted in the outcome of an export', async () => {
  const { studio } = open()
  await start()
  studio.change({ state: 'done', filesDone: 3, changed: 2 })
  expect(await screen.findByText(/^2 files were changed after they were saved, or are damaged/)).toBeDefined()
})

test('files that changed since they were saved are counted in the toast about an export in the background', async () => {
  const { studio } = open()
  await start()
  await userEvent.click(await screen.findByRole('button', { name: 'Continue in background' }))
  studio.change({ state: 'done', filesDone: 3, changed: 1 })
  await expect
    .poll(() => toasts.getState().list.map(({ text }) => text))
    .toContain('Exported 3 files to Pictures, 1 was changed or is damaged')
})

test('a running export can be cancelled', async () => {
  const { studio } = open()
  await start()
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel export' }))
  expect(studio.inputsOf('exports.cancel')).toEqual([{ id: 'e1' }])
  studio.change({ state: 'cancelled' })
  expect(await screen.findByText(/^Export cancelled\. 1 file was already complete/)).toBeDefined()
})

test('an export continues when its dialog is closed, can be shown again, and ends with a toast', async () => {
  const { studio } = open()
  await start()
  await userEvent.click(await screen.findByRole('button', { name: 'Continue in background' }))
  show(<ExportDialog ids={['x']} onClose={() => {}} />)
  expect(await screen.findByRole('progressbar')).toBeDefined()
  cleanup()
  studio.change({ state: 'done', filesDone: 3 })
  await expect
    .poll(() => toasts.getState().list.map(({ text }) => text))
    .toEqual(['Exported 3 files to Pictures'])
  show(<ExportDialog ids={['x']} onClose={() => {}} />)
  expect(await screen.findByRole('button', { name: 'Export 1 result' })).toBeDefined()
})

/** Shows the window as after a reload during an export. */
const reload = () => {
  const studio = fakeStudio()
  studio.running = { id: 'e1', as: 'folder', status: RUNNING }
  show(<ExportNote />)
  return studio
}

test('after a reload, a note shows the running export until its end', async () => {
  const studio = reload()
  expect(await screen.findByText('Exporting 3 files to Pictures')).toBeDefined()
  expect(screen.getByRole('progressbar')).toHaveProperty('value', 50)
  studio.change({ bytesDone: 2400 })
  await expect.poll(() => screen.getByRole('progressbar')).toHaveProperty('value', 80)
  studio.change({ state: 'done', filesDone: 3 })
  expect(await screen.findByText('Exported 3 files to Pictures')).toBeDefined()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('after a reload, the running export can be cancelled and its dialog shown', async () => {
  const studio = reload()
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel export' }))
  expect(studio.inputsOf('exports.cancel')).toEqual([{ id: 'e1' }])
  await userEvent.click(screen.getByRole('button', { name: 'Show export' }))
  expect(await screen.findByText('1 of 3 files · 1.5 KB of 3.0 KB')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Continue in background' }))
  expect(await screen.findByRole('button', { name: 'Show export' })).toBeDefined()
})

test('a note links to the outcome of a background export that left out files', async () => {
  const studio = reload()
  await screen.findByText('Exporting 3 files to Pictures')
  studio.change({
    state: 'done',
    filesDone: 3,
    failures: [{ name: 'fog.png', problem: { code: 'file_missing', money: 'none' } }],
    failureCount: 1,
  })
  expect(await screen.findByText('1 file was left out of the export to Pictures.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show export' }))
  expect(await screen.findByText('fog.png')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByRole('button', { name: 'Show export' })).toBeNull()
})

test('no note appears while the dialog shows the export', async () => {
  fakeStudio()
  show(
    <>
      <ExportNote />
      <ExportDialog ids={['a', 'b', 'c', 'd']} onClose={() => {}} />
    </>,
  )
  await start()
  expect(await screen.findByText('1 of 3 files · 1.5 KB of 3.0 KB')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Show export', hidden: true })).toBeNull()
})

test('a browser downloads an archive, and offers no folder', async () => {
  const { studio } = open({ isDesktop: false })
  expect(await screen.findByRole('textbox', { name: 'File names' })).toBeDefined()
  expect(screen.queryByRole('radio', { name: 'Zip archive' })).toBeNull()
  await start()
  await expect.poll(() => studio.saveFile.mock.calls).toEqual([['export', 'e1', 'easel.zip']])
  expect(studio.inputsOf('exports.start')).toMatchObject([{ options: { as: 'zip' } }])
})

test('an export whose download can’t start is cancelled', async () => {
  const { studio } = open({ isDesktop: false })
  studio.saveFile.mockResolvedValue({ ok: false, error: { code: 'file_missing', money: 'none' } })
  await start()
  await expect.poll(() => studio.inputsOf('exports.cancel')).toEqual([{ id: 'e1' }])
})

test('a field that would make the template too long is not inserted', async () => {
  const { studio } = open()
  const names = await screen.findByRole('textbox', { name: 'File names' })
  await userEvent.clear(names)
  await userEvent.paste('x'.repeat(MAX_NAME_TEMPLATE_LENGTH - 5))
  await userEvent.click(screen.getByRole('button', { name: 'Seed' }))
  expect(names).toHaveProperty('value', 'x'.repeat(MAX_NAME_TEMPLATE_LENGTH - 5))
  await start()
  await expect.poll(() => studio.inputsOf('exports.start')).toHaveLength(1)
})
