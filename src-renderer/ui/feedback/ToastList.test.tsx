import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Dialog } from '../overlays/Dialog.tsx'
import { ToastList } from './ToastList.tsx'
import { toasts } from '../../lib/toasts.ts'
import { goTo } from '../../router/navigate.ts'

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

test('a toast disappears after seven seconds, but not while the pointer or the focus is on it', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  render(<ToastList />)
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  act(() => void toasts.getState().show({ text: 'Moved to trash' }))
  fireEvent.pointerEnter(screen.getByText('Moved to trash'))
  wait(60_000)
  fireEvent.focus(screen.getByRole('button', { name: 'Dismiss' }))
  fireEvent.pointerLeave(screen.getByText('Moved to trash'))
  wait(60_000)
  fireEvent.blur(screen.getByRole('button', { name: 'Dismiss' }))
  wait(6900)
  expect(screen.queryByText('Moved to trash')).not.toBeNull()
  wait(200)
  expect(screen.queryByText('Moved to trash')).toBeNull()
})

test('a toast is inside the element that is in full screen', () => {
  const viewer = document.body.appendChild(document.createElement('div'))
  const setFullscreen = (element: Element | null) => {
    Object.defineProperty(document, 'fullscreenElement', { value: element, configurable: true })
    act(() => void document.dispatchEvent(new Event('fullscreenchange')))
  }
  onTestFinished(() => {
    setFullscreen(null)
    viewer.remove()
  })
  render(<ToastList />)
  act(() => void toasts.getState().show({ text: 'Moved to trash' }))
  setFullscreen(viewer)
  expect(viewer.textContent).toContain('Moved to trash')
  // A dialog over the full-screen element makes that element inert.
  const { unmount } = render(
    <Dialog title="Delete" onClose={() => {}}>
      text
    </Dialog>,
  )
  expect(screen.getByRole('dialog').textContent).toContain('Moved to trash')
  unmount()
  expect(viewer.textContent).toContain('Moved to trash')
  setFullscreen(null)
  expect(viewer.textContent).toBe('')
  expect(screen.getByText('Moved to trash')).toBeDefined()
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

test('a toast that has the focus stays while the user visits another window', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  render(<ToastList />)
  act(() => void toasts.getState().show({ text: 'Moved to trash' }))
  const button = screen.getByRole('button', { name: 'Dismiss' })
  act(() => button.focus())
  // While another window has the focus, the button stays the active element.
  fireEvent.blur(button)
  act(() => void vi.advanceTimersByTime(60_000))
  expect(screen.queryByText('Moved to trash')).not.toBeNull()
})

test('a place to go to is offered everywhere but at that place', () => {
  onTestFinished(() => void (location.hash = ''))
  render(<ToastList />)
  const go = (path: string) =>
    act(() => {
      location.hash = `#/${path}`
      dispatchEvent(new HashChangeEvent('hashchange'))
    })
  const show = (path: string) =>
    act(() => void toasts.getState().show({ text: 'Done', key: 'k', action: { label: 'Go', ...goTo(path) } }))
  const isOffered = () => screen.queryByRole('button', { name: 'Go' }) !== null
  go('')
  show('create')
  expect(isOffered()).toBe(false)
  go('gallery/a?view=trash')
  expect(isOffered()).toBe(true)
  show('gallery/a?view=trash')
  expect(isOffered()).toBe(false)
  go('gallery/a')
  expect(isOffered()).toBe(true)
})
