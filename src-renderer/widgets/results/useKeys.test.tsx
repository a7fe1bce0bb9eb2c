// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Dialog } from '../../ui/Dialog.tsx'
import { useKeys } from './useKeys.ts'

afterEach(cleanup)

function Viewer({ onDelete }: { onDelete: () => void }) {
  const whole = useRef<HTMLDivElement>(null)
  useKeys('full', whole, { Delete: onDelete })
  return <div ref={whole}>a result</div>
}

test('a dialog over a result keeps its keys from the result beneath', async () => {
  const onDelete = vi.fn<() => void>()
  const screenWith = (over: boolean) => (
    <Dialog title="Result" onClose={() => {}}>
      <Viewer onDelete={onDelete} />
      {over && (
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
