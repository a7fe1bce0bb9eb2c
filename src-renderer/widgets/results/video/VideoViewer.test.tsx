import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { show } from '../../../screens/gallery/testing/show.tsx'
import type { DisplayMode } from '../../../ui/useShortcuts.ts'
import { makeDetail, makeParameters, fakeViewerStudio } from '../testing/viewerTesting.ts'
import { VideoViewer } from './VideoViewer.tsx'

const spies: { mockRestore: () => void }[] = []
beforeEach(() => {
  spies.push(vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue())
  spies.push(vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue())
})
afterEach(() => {
  cleanup()
  for (const spy of spies.splice(0)) spy.mockRestore()
})

const open = (mode: DisplayMode = 'full') => {
  fakeViewerStudio({})
  const detail = makeDetail({ kind: 'video', mime: 'video/mp4', format: 'mp4', durationMs: 2000 })
  const parameters = makeParameters({ operation: 'film', operationName: 'Film', values: { fps: 25 } })
  show(<VideoViewer asset={detail.asset} detail={{ ...detail, parameters }} mode={mode} />)
}
const time = () => document.querySelector('video')?.currentTime ?? Number.NaN

test('steps by frames at the requested frame rate', async () => {
  open()
  await userEvent.keyboard('...')
  expect(time()).toBeCloseTo(3.5 / 25)
  await userEvent.keyboard(',')
  expect(time()).toBeCloseTo(2.5 / 25)
})

test('jumps to both ends and stays within the video', async () => {
  open()
  await userEvent.keyboard('{End}')
  expect(time()).toBe(2)
  await userEvent.keyboard('{Home}j')
  expect(time()).toBe(0)
})

test('an embedded video handles keys only while it has the focus', async () => {
  open('embedded')
  await userEvent.keyboard('..')
  expect(time()).toBe(0)
  screen.getByRole('button', { name: 'Next frame' }).focus()
  await userEvent.keyboard('..')
  expect(time()).toBeCloseTo(2.5 / 25)
})

test('a video that can’t be played shows an error', async () => {
  open()
  document.querySelector('video')?.dispatchEvent(new Event('error'))
  expect(await screen.findByText('Easel can’t play this file')).toBeDefined()
})

test('all controls are in one bar, with the jumps beside the frame steps and the frame actions in a menu', () => {
  open()
  const bar = screen.getByRole('toolbar', { name: 'Playback' })
  const names = within(bar)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'))
  expect(names.slice(1, 5)).toEqual(['Go to start', 'Previous frame', 'Next frame', 'Go to end'])
  expect(names).toContain('Frames')
  expect(screen.queryByRole('button', { name: 'Save this frame' })).toBeNull()
})
