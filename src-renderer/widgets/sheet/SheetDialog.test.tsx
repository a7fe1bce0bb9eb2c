import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setBridge } from '../../host/bridge.ts'
import { bridgeOf } from '../../screens/create/testing/fakeCreateStudio.ts'
import { show } from '../../screens/gallery/testing/show.tsx'
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
