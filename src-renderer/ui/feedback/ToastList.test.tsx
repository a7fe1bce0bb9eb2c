import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Dialog } from '../overlays/Dialog.tsx'
import { ToastList } from './ToastList.tsx'
import { toasts } from '../../lib/toasts.ts'

test('the second click of a double click does nothing to the toast that has moved up', async () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]
  render(<ToastList />)
  act(() => {
    toasts.getState().show({ text: 'Moved to trash', action: { label: 'Undo', run: first } })
    toasts.getState().show({ text: 'Renamed', action: { label: 'Undo', run: second } })
  })
  const [button] = screen.getAllByRole('button', { name: 'Undo' })
  if (!button) throw new Error('There is no toast')
  fireEvent.click(button, { detail: 1 })
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }), { detail: 2 })
  expect([first, second].map(({ mock }) => mock.calls.length).toSorted((a, b) => a - b)).toEqual([0, 1])
})

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
