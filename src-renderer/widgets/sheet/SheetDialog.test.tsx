import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setBridge } from '../../host/bridge.ts'
import { bridgeOf } from '../../screens/create/testing/fakeCreateStudio.ts'
import { makeTile } from '../../screens/gallery/testing/makeTile.ts'
import { show } from '../../screens/gallery/testing/show.tsx'
import { ContactSheetDialog } from './ContactSheetDialog.tsx'
import type { Sheet } from './Sheet.ts'
import { SheetDialog } from './SheetDialog.tsx'
import { sheetSize } from './sheetLayout.ts'

test('cells are at most as large as the images, also by default', () => {
  setBridge(bridgeOf({}))
  const none = { name: '', values: [''], shortValues: [''] }
  const sheet: Sheet = { columns: none, rows: none, pages: none, cellAt: () => undefined }
  const fullCellSize = { width: 256, height: 256 }
  show(
    <SheetDialog
      title="Export"
      name="Grid"
      initialCaption=""
      sheet={sheet}
      kinds={new Set()}
      page={0}
      fullCellSize={fullCellSize}
      onClose={() => {}}
    />,
  )
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Longest side of each image' })
  expect(select.selectedOptions[0]?.textContent).toBe('256 px')
  const { width, height } = sheetSize({ sheet, pages: [0], fullCellSize, side: 256, caption: '' })
  expect(screen.getByRole('status').textContent).toContain(`${width} × ${height}`)
})

test('a contact sheet of many results has as many columns as can be chosen', async () => {
  setBridge(bridgeOf({ 'library.tiles': async ({ ids }) => ({ tiles: ids.map((id) => makeTile({ id })) }) }))
  const ids = Array.from({ length: 500 }, (_, index) => `r${index}`)
  show(<ContactSheetDialog ids={ids} onClose={() => {}} />)
  const columns = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Columns' })
  expect(columns.selectedOptions[0]?.textContent).toBe('20')
})
