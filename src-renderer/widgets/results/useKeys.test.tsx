// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useKeys } from './useKeys.ts'

afterEach(cleanup)

function Viewer({ onDelete }: { onDelete: () => void }) {
  const viewer = useRef<HTMLDivElement>(null)
  useKeys('full', viewer, { Delete: onDelete })
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
