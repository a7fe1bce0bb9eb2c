import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Dialog } from './Dialog.tsx'

test('a dialog is closed by its own `cancel` event, not by that of a file picker inside it', () => {
  const onClose = vi.fn<() => void>()
  render(
    <Dialog title="Import" onClose={onClose}>
      <input type="file" aria-label="File" />
    </Dialog>,
  )
  fireEvent(screen.getByLabelText('File'), new Event('cancel', { bubbles: true }))
  expect(onClose).not.toHaveBeenCalled()
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  expect(onClose).toHaveBeenCalledOnce()
})
