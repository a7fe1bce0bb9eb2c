import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubElementSizes } from '../../../screens/gallery/testing/stubElementSize.ts'
import { makeTile } from '../../../screens/gallery/testing/makeTile.ts'
import { fakeLibraryStudio } from '../../../screens/gallery/testing/fakeLibraryStudio.ts'
import { show, untilFailed } from '../../../screens/gallery/testing/show.tsx'
import { menuItem } from '../testing/viewerTesting.ts'
import { AssetViewer } from './AssetViewer.tsx'

stubElementSizes(800, 600)
beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const open = (over: Partial<Parameters<typeof makeTile>[0]> = {}) => {
  const { id = 'a' } = over
  const studio = fakeLibraryStudio({
    tiles: [makeTile({ id, width: 2000, height: 1000, title: 'fog', ...over })],
  })
  const onRemove = vi.fn<(id: string) => void>()
  const client = show(
    <AssetViewer id={id} order={[id]} total={1} onShow={() => {}} onClose={() => {}} onRemove={onRemove} />,
  )
  return { studio, client, onRemove }
}
const zoom = async () => (await screen.findByRole('button', { name: /show actual size$/ })).textContent

test('a large image is fitted first, then zoomed to actual size and in steps, and fitted again', async () => {
  open()
  expect(await zoom()).toBe('40%')
  await userEvent.keyboard('z')
  expect(await zoom()).toBe('100%')
  await userEvent.keyboard('+')
  expect(await zoom()).toBe('140%')
  await userEvent.keyboard('-z')
  expect(await zoom()).toBe('40%')
})

test('an asset of a kind without a viewer is shown as a file', async () => {
  open({ kind: 'other', format: 'glb' })
  expect(await screen.findByText('Saved as received', { selector: 'p' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Zoom in' })).toBeNull()
})

test('the folder is opened if the host supports it', async () => {
  const { studio } = open()
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
  await userEvent.click(await menuItem('Open folder'))
  expect(studio.inputs('library.reveal')).toEqual([{ id: 'a' }])
})

test('keys in the open menu of a result do not reach the result', async () => {
  const { onRemove } = open()
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }))
  // jsdom doesn't focus anything in a popover.
  fireEvent.keyDown(await menuItem('Open folder'), { key: 'Delete' })
  expect(onRemove).not.toHaveBeenCalled()
})

test('a result in the trash can be restored', async () => {
  const { onRemove } = open({ trashedAt: 5 })
  await userEvent.click(await screen.findByRole('button', { name: 'Restore' }))
  expect(onRemove).toHaveBeenCalledWith('a')
})

test.each([
  ['a result is moved to the trash', null, 1],
  ['a result in the trash stays there', 5, 0],
])('Delete in the viewer: %s', async (_, trashedAt, count) => {
  const { onRemove } = open({ trashedAt })
  await screen.findByRole('button', { name: 'Zoom in' })
  await userEvent.keyboard('{Delete}')
  expect(onRemove).toHaveBeenCalledTimes(count)
})

test('a long prompt is copied completely', async () => {
  const title = 'fog '.repeat(500).trim()
  const user = userEvent.setup()
  open({ title })
  await user.click(await screen.findByRole('button', { name: 'Copy “Prompt”' }))
  expect(await navigator.clipboard.readText()).toBe(title)
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined()
})

test('a copy that the browser refuses is reported', async () => {
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
  open()
  await user.click(await screen.findByRole('button', { name: 'Copy “Prompt”' }))
  expect(await screen.findByText('Couldn’t copy it. Try again.')).toBeDefined()
})

test('a result that fails to load shows an error', async () => {
  const { studio } = open()
  studio.failingRoutes.add('library.asset')
  cleanup()
  show(<AssetViewer id="b" order={[]} total={0} onShow={() => {}} onClose={() => {}} onRemove={() => {}} />)
  expect(await screen.findByText(/Something went wrong inside Easel/)).toBeDefined()
})

test('a result stays on screen when a later request for it fails', async () => {
  const { studio, client } = open()
  await zoom()
  studio.failingRoutes.add('library.asset')
  studio.emit({ type: 'library.changed', added: 0 })
  await untilFailed(client, 'library.asset')
  expect(screen.queryByText(/Something went wrong inside Easel/)).toBeNull()
  expect(await zoom()).toBe('40%')
})

test('a result that was deleted while it is shown is replaced by an error', async () => {
  const { studio } = open()
  await zoom()
  studio.tiles = []
  studio.emit({ type: 'library.changed', added: 0 })
  expect(await screen.findByText(/This result is no longer in the library/)).toBeDefined()
})

const openAmong = (ids: string[], shown: string) => {
  const studio = fakeLibraryStudio({ tiles: ids.map((id) => makeTile({ id, title: `image ${id}` })) })
  const onShow = vi.fn<(id: string) => void>()
  show(
    <AssetViewer
      id={shown}
      order={ids}
      total={ids.length}
      onShow={onShow}
      onClose={() => {}}
      onRemove={() => {}}
    />,
  )
  return { studio, onShow }
}

test('the filmstrip shows the neighbouring results, and a click opens one', async () => {
  const { onShow } = openAmong(['a', 'b', 'c'], 'b')
  const strip = await screen.findByRole('navigation', { name: 'Filmstrip' })
  const current = await within(strip).findByRole('button', { name: 'image b' })
  expect(current.getAttribute('aria-current')).toBe('true')
  await userEvent.click(await within(strip).findByRole('button', { name: 'image c' }))
  expect(onShow).toHaveBeenCalledWith('c')
})

test('the filmstrip of a long list renders only the results near the shown one', async () => {
  openAmong(
    Array.from({ length: 500 }, (_, index) => `id ${index}`),
    'id 250',
  )
  const strip = await screen.findByRole('navigation', { name: 'Filmstrip' })
  expect(within(strip).getAllByRole('button').length).toBeLessThan(60)
  expect(await within(strip).findByRole('button', { name: 'image id 250' })).toBeDefined()
})

test('a missing file is reported in its place, and downloaded again', async () => {
  const { studio } = open()
  studio.fileStates.set('a', { state: 'missing', canFetchAgain: true })
  expect(await screen.findByText('This file is missing')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Zoom in' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Download again' }))
  expect(await screen.findByRole('button', { name: 'Zoom in' })).toBeDefined()
})

test.each(['image', 'video'] as const)(
  '%s: a file that was downloaded again is not shown from the cache, also when the viewer is opened again',
  async (kind) => {
    const id = `restored-${kind}`
    const { studio } = open({ id, kind, format: kind === 'image' ? 'png' : 'mp4' })
    const source = () => document.querySelector(kind === 'image' ? 'img[alt=fog]' : kind)?.getAttribute('src')
    studio.fileStates.set(id, { state: 'missing', canFetchAgain: true })
    await userEvent.click(await screen.findByRole('button', { name: 'Download again' }))
    await waitFor(() => expect(source()).toMatch(new RegExp(`^/asset/${id}/\\d+$`)))
    const restored = source()
    cleanup()
    open({ id, kind, format: kind === 'image' ? 'png' : 'mp4' })
    await waitFor(() => expect(source()).toBe(restored))
  },
)

test('a missing file that the service no longer has is reported as gone', async () => {
  const { studio } = open()
  studio.fileStates.set('a', { state: 'missing', canFetchAgain: true })
  studio.fetchOutcome = 'gone'
  await userEvent.click(await screen.findByRole('button', { name: 'Download again' }))
  expect(await screen.findByText(/The service no longer has this file/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Download again' })).toBeNull()
})

test('a missing file that can’t be requested now can be downloaded again later', async () => {
  const { studio } = open()
  studio.fileStates.set('a', { state: 'missing', canFetchAgain: true })
  studio.fetchProblem = { code: 'service_rate_limited', money: 'none' }
  await userEvent.click(await screen.findByRole('button', { name: 'Download again' }))
  expect(await screen.findByText(/^The service is limiting requests or not responding/)).toBeDefined()
  studio.fetchProblem = null
  await userEvent.click(screen.getByRole('button', { name: 'Download again' }))
  expect(await screen.findByRole('button', { name: 'Zoom in' })).toBeDefined()
})

test('while the disk of the library isn’t connected, the viewer says so and offers no download; the result appears when it is back', async () => {
  const { studio } = open()
  studio.fileStates.set('a', { state: 'disconnected', canFetchAgain: false })
  expect(await screen.findByText('The disk with your library isn’t connected')).toBeDefined()
  expect(screen.queryByText('This file is missing')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Download again' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Zoom in' })).toBeNull()
  studio.fileStates.delete('a')
  studio.emit({ type: 'disk.changed' })
  expect(await screen.findByRole('button', { name: 'Zoom in' })).toBeDefined()
})

test('a changed file is still shown, with a note', async () => {
  const { studio } = open()
  studio.fileStates.set('a', { state: 'changed', canFetchAgain: false })
  expect(await screen.findByText(/The service has no copy of the original/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Zoom in' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Download again' })).toBeNull()
})

test('long ids are collapsed', async () => {
  open()
  const hash = await screen.findByText('ab'.repeat(32))
  expect(hash.closest('details')?.open).toBe(false)
})

test('C compares a result with the next one in the list', async () => {
  openAmong(['a', 'b', 'c'], 'b')
  await screen.findByRole('button', { name: 'More actions' })
  await userEvent.keyboard('c')
  const dialog = await screen.findByRole('dialog', { name: 'Compare 2 results' })
  expect(await within(dialog).findByRole('img', { name: 'image c' })).toBeDefined()
  expect(await within(dialog).findByRole('img', { name: 'image b' })).toBeDefined()
})

/** Shows the first of these results and starts a slideshow, with fake timers. `seen` are the results after the first. */
async function startSlideshow(order: string[]) {
  vi.useFakeTimers()
  const seen: string[] = []
  function Viewer() {
    const [id, setId] = useState(order[0] ?? '')
    const onShow = (next: string) => {
      seen.push(next)
      setId(next)
    }
    return (
      <AssetViewer
        id={id}
        order={order}
        total={order.length}
        onShow={onShow}
        onClose={() => {}}
        onRemove={() => {}}
      />
    )
  }
  show(<Viewer />)
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await wait(100)
  fireEvent.keyDown(document.body, { key: 'p' })
  return { seen, wait }
}

test.each([
  ['a result that fails to load', []],
  ['a video that is deleted while it is shown', [makeTile({ id: 'gone', kind: 'video' })]],
])('a slideshow continues after %s', async (_what, gone) => {
  const studio = fakeLibraryStudio({ tiles: [makeTile({ id: 'a' }), ...gone, makeTile({ id: 'c' })] })
  const { seen, wait } = await startSlideshow(['a', 'gone', 'c'])
  await wait(5500)
  expect(seen).toEqual(['gone'])
  studio.tiles = studio.tiles.filter(({ id }) => id !== 'gone')
  studio.emit({ type: 'library.changed', added: 0 })
  await wait(6000)
  expect(seen).toEqual(['gone', 'c'])
})

test.each([
  ['v', 'Vary…'],
  ['c', 'Compare 2 results'],
])('a slideshow stays at its slide while the dialog that %s opens covers it', async (key, name) => {
  // Otherwise, it would load in real time.
  await import('../again/AgainDialog.tsx')
  fakeLibraryStudio({ tiles: ['a', 'b', 'c'].map((id) => makeTile({ id })) })
  const { seen, wait } = await startSlideshow(['a', 'b', 'c'])
  fireEvent.keyDown(document.body, { key })
  await wait(100)
  expect(screen.getByRole('dialog', { name })).toBeDefined()
  await wait(60_000)
  expect(seen).toEqual([])
})

test('a video of a slideshow is paused while a dialog covers it', async () => {
  fakeLibraryStudio({ tiles: [makeTile({ id: 'a', kind: 'video', format: 'mp4' }), makeTile({ id: 'b' })] })
  const { wait } = await startSlideshow(['a', 'b'])
  await wait(100)
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockClear()
  fireEvent.keyDown(document.body, { key: 'c' })
  await wait(100)
  expect(screen.getByRole('dialog', { name: 'Compare 2 results' })).toBeDefined()
  expect(pause).toHaveBeenCalled()
})

test.each([
  ['i', 'complementary', 'Details'],
  ['n', 'textbox', 'Note'],
])('%s in a slideshow ends it and shows the details of its slide', async (key, role, name) => {
  fakeLibraryStudio({ tiles: ['a', 'b'].map((id) => makeTile({ id })) })
  const { wait } = await startSlideshow(['a', 'b'])
  fireEvent.keyDown(document.body, { key })
  await wait(100)
  expect(screen.getByRole(role, { name })).toBeDefined()
  expect(screen.queryByRole('toolbar', { name: 'Slideshow' })).toBeNull()
})

test('the open tag editor doesn’t count tags again when only the rating changes', async () => {
  const { studio } = open()
  await screen.findByRole('button', { name: 'Edit tags' })
  await userEvent.keyboard('t')
  await waitFor(() => expect(studio.inputs('tags.count')).toHaveLength(1))
  studio.tiles = studio.tiles.map((tile) => ({ ...tile, rating: 5 }))
  act(() => studio.emit({ type: 'library.changed', added: 0 }))
  const fiveStars = () => screen.getByRole<HTMLInputElement>('radio', { name: '5 stars' })
  await waitFor(() => expect(fiveStars().checked).toBe(true))
  expect(studio.inputs('tags.count')).toHaveLength(1)
})
