import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setBridge } from '../../host/bridge.ts'
import { bridgeOf } from '../../screens/create/testing/fakeCreateStudio.ts'
import { makeTile } from '../../screens/gallery/testing/makeTile.ts'
import { show } from '../../screens/gallery/testing/show.tsx'
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
const showSheet = (sheet: Sheet) =>
  show(
    <SheetDialog
      title="Export"
      name="Grid"
      initialCaption=""
      sheet={sheet}
      kinds={new Set()}
      page={0}
      fullItemSize={fullItemSize}
      onClose={() => {}}
    />,
  )

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
