import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Dialog } from '../overlays/Dialog.tsx'
import { ToastList } from './ToastList.tsx'
import { toasts } from '../../lib/toasts.ts'

test('a toast stays clickable while a modal is open, and after it is closed', () => {
  const undo = vi.fn<() => void>()
  const screenWith = (open: boolean) => (
    <>
      {open && (
        <Dialog title="Result" onClose={() => {}}>
          text
        </Dialog>
      )}
      <ToastList />
    </>
  )
  const { rerender } = render(screenWith(true))
  act(() => void toasts.getState().show({ text: 'Moved to trash', action: { label: 'Undo', run: undo } }))
  expect(screen.getByText('Moved to trash').closest('dialog')).not.toBeNull()
  rerender(screenWith(false))
  expect(screen.getByText('Moved to trash').closest('dialog')).toBeNull()
  screen.getByRole('button', { name: 'Undo' }).click()
  expect(undo).toHaveBeenCalledOnce()
})
