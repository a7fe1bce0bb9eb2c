import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { Bridge } from '../../../src-preload/contract/bridge.ts'
import { setBridge } from '../../host/bridge.ts'
import { bridgeOf } from '../../screens/create/testing/fakeCreateStudio.ts'
import { makeTile } from '../../screens/gallery/testing/makeTile.ts'
import { show } from '../../screens/gallery/testing/show.tsx'
import type { SheetRequest, SheetResponse } from '../../workers/sheet.worker.ts'
import { ContactSheetDialog } from './ContactSheetDialog.tsx'
import type { Headings, Sheet } from './Sheet.ts'
import { SheetDialog } from './SheetDialog.tsx'
import { sheetSize } from './sheetLayout.ts'

const none: Headings = { name: '', values: [''], shortValues: [''] }
const fullItemSize = { width: 256, height: 256 }
const emptySheet = (overrides: Partial<Sheet> = {}): Sheet => ({
  columns: none,
  rows: none,
  pages: none,
  itemsPerCell: 1,
  itemsAt: () => [],
  ...overrides,
})
const showSheet = (sheet: Sheet, onClose = () => {}) =>
  show(
    <SheetDialog
      title="Export"
      name="Grid"
      initialCaption=""
      sheet={sheet}
      kinds={new Set()}
      page={0}
      fullItemSize={fullItemSize}
      onClose={onClose}
    />,
  )

/** Responds like the worker that draws sheets, without drawing. */
class FakeWorker extends EventTarget {
  readonly terminate = (): void => {}
  readonly postMessage = ({ kind }: SheetRequest): void => {
    const data: SheetResponse = kind === 'end' ? { kind: 'done', blob: new Blob(['1']) } : { kind: 'ready' }
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }
}
afterEach(() => vi.unstubAllGlobals())

/** Exports an empty sheet; `followDownload` is absent in a browser. */
async function exportImage(followDownload?: Bridge['followDownload']) {
  vi.stubGlobal('Worker', FakeWorker)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:sheet')
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  setBridge({ ...bridgeOf({}), ...(followDownload && { followDownload }) })
  const onClose = vi.fn()
  showSheet(emptySheet(), onClose)
  await userEvent.click(screen.getByRole('button', { name: 'Export image' }))
  return onClose
}

test.each([
  ['a browser downloads it', undefined],
  ['the desktop app has saved it', async () => ({ ok: true, data: 'saved' }) as const],
])('an exported image is announced and its dialog closes when %s', async (_when, followDownload) => {
  const onClose = await exportImage(followDownload)
  expect(await screen.findByText('Saved as Grid.png')).toBeDefined()
  expect(onClose).toHaveBeenCalledOnce()
})

test('the dialog of an image stays if the user closes the dialog of the system', async () => {
  const outcome = Promise.withResolvers<{ ok: true; data: 'cancelled' }>()
  const followDownload = vi.fn(() => outcome.promise)
  const onClose = await exportImage(followDownload)
  await waitFor(() => expect(followDownload).toHaveBeenCalledExactlyOnceWith('blob:sheet'))
  outcome.resolve({ ok: true, data: 'cancelled' })
  expect(await screen.findByRole('button', { name: 'Export image' })).toBeDefined()
  expect(screen.queryByText('Saved as Grid.png')).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
})

test('an export can’t be stopped while the file is saved, and the dialog can be closed', async () => {
  const outcome = Promise.withResolvers<{ ok: true; data: 'saved' }>()
  const onClose = await exportImage(() => outcome.promise)
  expect(await screen.findByRole('progressbar', { name: 'Saving…' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Stop export' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Export image' })).toBeNull()
  const [close] = screen.getAllByRole('button', { name: 'Close' })
  expect(close).toBeDefined()
  if (close) await userEvent.click(close)
  outcome.resolve({ ok: true, data: 'saved' })
  expect(await screen.findByText('Saved as Grid.png')).toBeDefined()
  expect(onClose).toHaveBeenCalledOnce()
})

test('the dialog of an image stays if it can’t be saved, and a message says so', async () => {
  const onClose = await exportImage(async () => ({
    ok: false,
    error: { code: 'copy_failed', money: 'none' },
  }))
  expect(
    await screen.findByText(
      'Easel couldn’t write the file. Check that the folder exists and has space, then try again.',
    ),
  ).toBeDefined()
  expect(await screen.findByRole('button', { name: 'Export image' })).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
})

test('cells are by default at most as large as the images', () => {
  setBridge(bridgeOf({}))
  const sheet = emptySheet()
  showSheet(sheet)
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Longest side of each image' })
  expect(select.selectedOptions[0]?.textContent).toBe('256 px')
  const { width, height } = sheetSize({ sheet, pages: [0], fullItemSize, side: 256, caption: '' })
  expect(screen.getByRole('status').textContent).toContain(`${width} × ${height}`)
})

test('a contact sheet of many results has the maximum number of columns by default', async () => {
  setBridge(bridgeOf({ 'library.tiles': async ({ ids }) => ({ tiles: ids.map((id) => makeTile({ id })) }) }))
  const ids = Array.from({ length: 500 }, (_, index) => `r${index}`)
  show(<ContactSheetDialog ids={ids} onClose={() => {}} />)
  const columns = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Columns' })
  expect(columns.selectedOptions[0]?.textContent).toBe('20')
})

test('a grid that would fit with one result per cell asks the user to choose one', () => {
  setBridge(bridgeOf({}))
  const values = Array.from({ length: 600 }, (_, index) => String(index))
  showSheet(emptySheet({ rows: { name: 'Seed', values, shortValues: values }, itemsPerCell: 4 }))
  expect(screen.getByRole('alert').textContent).toContain('Choose one result')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export image' }).disabled).toBe(true)
})
