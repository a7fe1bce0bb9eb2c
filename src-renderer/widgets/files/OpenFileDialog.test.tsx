import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { Bridge } from '../../../src-preload/contract/bridge.ts'
import type { Handlers } from '../../../src-preload/contract/routes.ts'
import type { Asset } from '../../../src-preload/contract/types/asset.ts'
import { setBridge } from '../../host/bridge.ts'
import { bridgeOf } from '../../screens/create/testing/fakeCreateStudio.ts'
import { makeAsset } from '../../screens/create/testing/makeAsset.ts'
import { show } from '../../screens/gallery/testing/show.tsx'
import { closeImport, importRun } from './importRun.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { OpenFileDialog } from './OpenFileDialog.tsx'

afterEach(() => {
  cleanup()
  closeImport()
})

const fileOf = (name: string, isReadable = true): File => {
  const file = new File(['png'], name, { type: 'image/png' })
  if (!isReadable)
    file.slice = () => {
      throw new DOMException('gone', 'NotFoundError')
    }
  return file
}

/** A studio in which no file has parameters, and every file named `known…` is in the library. */
function setUp(overrides: Partial<Asset> = {}) {
  const addInputFile: Bridge['addInputFile'] = async ({ name }) => ({
    ok: true,
    data: makeAsset({ id: name, name, ...overrides }),
  })
  const handlers: Partial<Handlers> = {
    'files.parameters': async () => ({ found: null }),
    'imports.add': async ({ id }) => ({
      id,
      isNew: !id.startsWith('known'),
      isTrashed: false,
      isRestored: false,
    }),
  }
  setBridge(bridgeOf(handlers, addInputFile))
}

/** The dialog of the running import, as the window shows it. */
function CurrentImport() {
  const { run, isShown } = importRun()
  return run && isShown && <ImportDialog run={run} />
}

test('a file that can’t be read, such as a folder or a missing file, is reported', async () => {
  setUp()
  show(<OpenFileDialog files={[fileOf('Pictures', false)]} onClose={() => {}} />)
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Easel can’t read “Pictures”/)
})

test('a file without parameters can be added to the library, but offers no parameters to use', async () => {
  setUp()
  show(<OpenFileDialog files={[fileOf('photo.png')]} onClose={() => {}} />)
  expect(await screen.findByText('No parameters found')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Add to library' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Reuse all' })).toBeNull()
})

test('several files are added, and the outcome lists those that were left out', async () => {
  setUp()
  const files = [fileOf('new.png'), fileOf('known.png'), fileOf('gone.png', false)]
  show(
    <>
      <OpenFileDialog files={files} onClose={() => {}} />
      <CurrentImport />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Add 3 files' }))
  await waitFor(() => expect(importRun.getState().run?.status.state).toBe('done'))
  expect(screen.getByText('1 file was added to the library. 1 file was already there.')).toBeDefined()
  expect(screen.getByText('gone.png')).toBeDefined()
  expect(screen.getByText('Easel can’t read it.')).toBeDefined()
})

test('the preview of an image with too many pixels doesn’t decode its file', async () => {
  setUp({ width: 23_000, height: 23_000, hasThumb: false })
  show(<OpenFileDialog files={[fileOf('poster.png')]} onClose={() => {}} />)
  expect(await screen.findByText(/^PNG · 23000 × 23000/)).toBeDefined()
  expect(document.querySelector('img')).toBeNull()
})

test('parameters that were dropped without a connection offer the sandbox and the settings of connections', async () => {
  let isConnected = false
  const closed = vi.fn<() => void>()
  const addInputFile: Bridge['addInputFile'] = async ({ name }) => ({
    ok: true,
    data: makeAsset({ id: name }),
  })
  const found = {
    form: 'xmp',
    program: 'Other',
    operation: null,
    model: null,
    values: { prompt: 'fog' },
    others: [],
  } as const
  setBridge(
    bridgeOf(
      {
        'files.parameters': async () => ({ found: { ...found, others: [] } }),
        'connections.list': async () => ({ connections: [], keychain: { state: 'available' } }),
        'operations.list': async () => ({ operations: [], listed: false, unknown: [] }),
        'connections.use_sandbox': async () => {
          isConnected = true
          return {
            id: 's',
            name: 'Sandbox',
            address: 'http://x',
            kind: 'sandbox',
            current: true,
            key: 'session',
          }
        },
      },
      addInputFile,
    ),
  )
  location.hash = ''
  show(<OpenFileDialog files={[fileOf('photo.png')]} onClose={closed} />)
  const note = await screen.findByRole('note')
  await waitFor(() => expect(note.textContent).toMatch(/^No connection is in use/))
  await userEvent.click(within(note).getByRole('button', { name: 'Try the sandbox' }))
  await waitFor(() => expect(isConnected).toBe(true))
  await userEvent.click(within(note).getByRole('button', { name: 'Connect a service' }))
  expect(closed).toHaveBeenCalled()
  expect(location.hash).toBe('#/settings/connections?add=1')
})
