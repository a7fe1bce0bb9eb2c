import { fireEvent, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { Dialog } from './overlays/Dialog.tsx'
import { listCommands } from '../../src-preload/shared/keymap/lazyCommands.ts'
import { handlesKey, useNoPageSelection, useShortcuts } from './useShortcuts.ts'

const commands = { remove: { keys: ['Delete'] } }

function Viewer({ onDelete }: { onDelete: () => void }) {
  const viewer = useRef<HTMLDivElement>(null)
  useShortcuts('full', viewer, commands, { remove: onDelete })
  return <div ref={viewer}>a result</div>
}

test('keys in a dialog do not reach the viewer below it', async () => {
  const onDelete = vi.fn<() => void>()
  const screenWith = (isCovered: boolean) => (
    <Dialog title="Result" onClose={() => {}}>
      <Viewer onDelete={onDelete} />
      {isCovered && (
        <Dialog title="Frame" onClose={() => {}}>
          a frame
        </Dialog>
      )}
    </Dialog>
  )
  const { rerender } = render(screenWith(false))
  await userEvent.keyboard('{Delete}')
  expect(onDelete).toHaveBeenCalledOnce()
  rerender(screenWith(true))
  await userEvent.keyboard('{Delete}')
  expect(onDelete).toHaveBeenCalledOnce()
})

function LateViewer({ isLoaded, onDelete }: { isLoaded: boolean; onDelete: () => void }) {
  const viewer = useRef<HTMLDivElement>(null)
  useShortcuts('embedded', viewer, commands, { remove: onDelete })
  return isLoaded ? (
    <div ref={viewer}>
      <button type="button">inside</button>
    </div>
  ) : null
}

test('an embedded element that is rendered after loading has its shortcuts, only while it has the focus', async () => {
  const onDelete = vi.fn<() => void>()
  const { rerender, getByRole } = render(<LateViewer isLoaded={false} onDelete={onDelete} />)
  rerender(<LateViewer isLoaded onDelete={onDelete} />)
  await userEvent.keyboard('{Delete}')
  expect(onDelete).not.toHaveBeenCalled()
  getByRole('button').focus()
  await userEvent.keyboard('{Delete}')
  expect(onDelete).toHaveBeenCalledOnce()
})

function Screen({ onSelectAll }: { onSelectAll?: () => void }) {
  const list = useRef<HTMLDivElement>(null)
  useNoPageSelection()
  useShortcuts('full', list, listCommands, onSelectAll && { selectAll: onSelectAll })
  return (
    <div ref={list}>
      <input aria-label="Name" />
      <button type="button">a job</button>
    </div>
  )
}

describe.each([
  ['a Latin', { key: 'a', code: 'KeyA', ctrlKey: true }],
  ['a Cyrillic', { key: 'ф', code: 'KeyA', ctrlKey: true }],
])('Ctrl+A on %s keyboard', (_, press) => {
  it('selects nothing of a screen without a list, also with the focus on a button', () => {
    const { getByRole } = render(<Screen />)
    expect(fireEvent.keyDown(document.body, press)).toBe(false)
    expect(fireEvent.keyDown(getByRole('button'), press)).toBe(false)
  })

  it('selects the list of a screen', () => {
    const onSelectAll = vi.fn<() => void>()
    render(<Screen onSelectAll={onSelectAll} />)
    fireEvent.keyDown(document.body, press)
    expect(onSelectAll).toHaveBeenCalledOnce()
  })

  it('selects the text of a text field and of a dialog', () => {
    const onSelectAll = vi.fn<() => void>()
    const { getByRole, rerender } = render(<Screen onSelectAll={onSelectAll} />)
    expect(fireEvent.keyDown(getByRole('textbox'), press)).toBe(true)
    rerender(
      <>
        <Screen onSelectAll={onSelectAll} />
        <Dialog title="Guide" onClose={() => {}}>
          a text
        </Dialog>
      </>,
    )
    expect(fireEvent.keyDown(document.body, press)).toBe(true)
    expect(onSelectAll).not.toHaveBeenCalled()
  })
})

const targetIn = (html: string): Element => {
  document.body.innerHTML = html
  return document.body.querySelector('[data-target]') ?? document.body
}

describe('handlesKey', () => {
  afterEach(() => (document.body.innerHTML = ''))

  it('leaves every key except function keys to text fields', () => {
    expect(handlesKey(targetIn('<textarea data-target></textarea>'), 'x')).toBe(true)
    expect(handlesKey(targetIn('<input type="search" data-target>'), 'b')).toBe(true)
  })

  it('leaves only the arrow keys to a slider', () => {
    const slider = targetIn('<input type="range" data-target>')
    expect(handlesKey(slider, 'ArrowLeft')).toBe(true)
    expect(handlesKey(slider, ' ')).toBe(false)
    expect(handlesKey(slider, 'x')).toBe(false)
  })

  it('leaves the space bar to a button, also if its icon is the target', () => {
    expect(handlesKey(targetIn('<button><svg data-target></svg></button>'), ' ')).toBe(true)
    expect(handlesKey(targetIn('<button data-target></button>'), 'ArrowLeft')).toBe(false)
  })

  it('leaves every key to an open menu', () => {
    const item = targetIn('<div role="menu"><button role="menuitem" data-target></button></div>')
    for (const key of ['Delete', 'x', 'Escape', 'F2', ' ']) expect(handlesKey(item, key)).toBe(true)
  })

  it('leaves no key to the page itself', () => {
    expect(handlesKey(document.body, ' ')).toBe(false)
  })
})
