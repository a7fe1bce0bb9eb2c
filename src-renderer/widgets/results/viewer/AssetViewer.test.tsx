// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubElementSize } from '../../../screens/gallery/testing/stubElementSize.ts'
import { makeTile } from '../../../screens/gallery/testing/makeTile.ts'
import { fakeLibraryStudio } from '../../../screens/gallery/testing/fakeLibraryStudio.ts'
import { show } from '../../../screens/gallery/testing/show.tsx'
import { AssetViewer } from './AssetViewer.tsx'

let restoreSize: () => void
beforeEach(() => {
  restoreSize = stubElementSize(800, 600)
})
afterEach(() => {
  cleanup()
  restoreSize()
})

const open = (over: Partial<Parameters<typeof makeTile>[0]> = {}) => {
  const studio = fakeLibraryStudio({
    tiles: [makeTile({ id: 'a', width: 2000, height: 1000, title: 'fog', ...over })],
  })
  const onRemove = vi.fn<(id: string) => void>()
  show(
    <AssetViewer id="a" order={['a']} total={1} onShow={() => {}} onClose={() => {}} onRemove={onRemove} />,
  )
  return { studio, onRemove }
}
const zoom = async () => (await screen.findByRole('button', { name: /show actual size$/ })).textContent

test('a large image is fitted first, then zoomed to actual size and in steps, and fitted again', async () => {
  open()
  expect(await zoom()).toBe('40%')
  await userEvent.keyboard('1')
  expect(await zoom()).toBe('100%')
  await userEvent.keyboard('+')
  expect(await zoom()).toBe('140%')
  await userEvent.keyboard('-0')
  expect(await zoom()).toBe('40%')
})

test('an asset of a kind without a viewer is shown as a file', async () => {
  open({ kind: 'other', format: 'glb' })
  expect(await screen.findByText('Saved as received', { selector: 'p' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Zoom in' })).toBeNull()
})

test('the folder is opened if the host supports it', async () => {
  const { studio } = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Open folder' }))
  expect(studio.inputs('library.reveal')).toEqual([{ id: 'a' }])
})

test('a result in the trash can be restored', async () => {
  const { onRemove } = open({ trashedAt: 5 })
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }))
  expect(onRemove).toHaveBeenCalledWith('a')
})

test('a long prompt is copied completely', async () => {
  const title = 'fog '.repeat(500).trim()
  const user = userEvent.setup()
  open({ title })
  await user.click(await screen.findByRole('button', { name: 'Copy “Prompt”' }))
  expect(await navigator.clipboard.readText()).toBe(title)
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined()
})

test('a missing result shows an error', async () => {
  const { studio } = open()
  studio.failingRoutes.add('library.asset')
  cleanup()
  show(<AssetViewer id="b" order={[]} total={0} onShow={() => {}} onClose={() => {}} onRemove={() => {}} />)
  expect(await screen.findByText(/Something went wrong inside Easel/)).toBeDefined()
})
