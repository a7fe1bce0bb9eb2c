import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { bridge, setBridge } from '../../../host/bridge.ts'
import { makeTile } from '../../../screens/gallery/testing/makeTile.ts'
import { show } from '../../../screens/gallery/testing/show.tsx'
import { makeDetail, fakeViewerStudio, menuItems } from '../testing/viewerTesting.ts'
import { renewFileUrl } from '../../../host/fileUrl.ts'
import { AudioViewer } from './AudioViewer.tsx'

const spies: { mockRestore: () => void }[] = []
beforeEach(() => {
  spies.push(vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue())
  spies.push(vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue())
})
afterEach(() => {
  cleanup()
  for (const spy of spies.splice(0)) spy.mockRestore()
})

const audioTile = { kind: 'audio', mime: 'audio/wav', format: 'wav', durationMs: 20_000 } as const
const open = () => {
  const tiles = [
    makeTile({ ...audioTile, id: 'a', title: 'this one' }),
    makeTile({ ...audioTile, id: 'b', title: 'the deeper one' }),
    makeTile({ id: 'c', title: 'an image' }),
    makeTile({ ...audioTile, id: 'd', title: 'the shorter one', durationMs: 5000 }),
  ]
  fakeViewerStudio({
    'library.page': async ({ filter: { conditions } }) => {
      const found = tiles.filter(({ kind }) =>
        conditions.every((condition) => 'values' in condition && condition.values.includes(kind)),
      )
      return { tiles: found, next: null, totals: null }
    },
  })
  const detail = makeDetail(audioTile)
  show(<AudioViewer asset={detail.asset} detail={detail} mode="full" />)
}
const audioElements = () => [...document.querySelectorAll('audio')]
const dispatch = (type: string) => audioElements()[0]?.dispatchEvent(new Event(type))
const seekTo = (time: number) => {
  const [first] = audioElements()
  if (first) first.currentTime = time
}

test('switches to another audio file at the same position, and back', async () => {
  open()
  await userEvent.click(screen.getByRole('button', { name: 'Compare A/B' }))
  await waitFor(async () => expect((await menuItems())[0]).toHaveProperty('disabled', false))
  const candidates = await menuItems()
  expect(candidates.map(({ textContent }) => textContent)).toEqual([
    'the deeper oneExample One',
    'the shorter oneExample One',
  ])
  await userEvent.click(candidates[0] ?? document.body)
  seekTo(7.5)
  await userEvent.keyboard('b')
  expect(screen.getByRole('radio', { name: 'B' })).toHaveProperty('checked', true)
  expect(audioElements()[1]?.getAttribute('src')).toBe('/asset/b')
  expect(audioElements()[1]?.currentTime).toBe(7.5)
  await userEvent.keyboard('b')
  expect(screen.getByRole('radio', { name: 'A' })).toHaveProperty('checked', true)
})

test('loops a region whose ends the arrow keys move', async () => {
  open()
  seekTo(4)
  await userEvent.keyboard('[[')
  seekTo(6)
  await userEvent.click(screen.getByRole('button', { name: 'Set loop end' }))
  expect(screen.getByText('0:04.0–0:06.0')).toBeDefined()
  screen.getByRole('slider', { name: 'Loop end' }).focus()
  await userEvent.keyboard('{ArrowRight}{Alt>}{ArrowLeft}{/Alt}')
  expect(screen.getByText('0:04.0–0:06.1')).toBeDefined()

  seekTo(6)
  dispatch('play')
  expect(audioElements()[0]?.currentTime).toBe(6)
  seekTo(6.2)
  dispatch('play')
  expect(audioElements()[0]?.currentTime).toBe(4)
  seekTo(20)
  dispatch('ended')
  expect(audioElements()[0]?.currentTime).toBe(4)

  await userEvent.click(screen.getByRole('button', { name: 'Clear loop' }))
  expect(screen.queryByRole('slider', { name: 'Loop end' })).toBeNull()
  seekTo(20)
  dispatch('ended')
  expect(audioElements()[0]?.currentTime).toBe(20)
})

test('a seek to the end while playback is paused doesn’t start it', async () => {
  open()
  seekTo(4)
  await userEvent.keyboard('[[')
  seekTo(6)
  await userEvent.keyboard(']')
  dispatch('play')
  dispatch('pause')
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockClear()
  seekTo(20)
  dispatch('ended')
  expect(audioElements()[0]?.currentTime).toBe(20)
  expect(play).not.toHaveBeenCalled()
})

test('a cleared loop region doesn’t restart a file whose playback was announced twice', async () => {
  open()
  seekTo(4)
  await userEvent.keyboard('[[')
  seekTo(6)
  await userEvent.keyboard(']')
  spies.push(vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockReturnValue(false))
  dispatch('play')
  dispatch('play')
  await userEvent.click(screen.getByRole('button', { name: 'Clear loop' }))
  seekTo(20)
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  expect(audioElements()[0]?.currentTime).toBe(20)
})

test('a loop region beyond the end of the compared file doesn’t restart that file', async () => {
  open()
  seekTo(6)
  await userEvent.keyboard('[[')
  seekTo(8)
  await userEvent.keyboard(']')
  expect(screen.getByText('0:06.0–0:08.0')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Compare A/B' }))
  const shorter = await screen.findByText('the shorter one')
  await userEvent.click(shorter)
  await userEvent.keyboard('b')
  const compared = audioElements()[1]
  if (compared) compared.currentTime = 5
  compared?.dispatchEvent(new Event('ended'))
  expect(compared?.currentTime).toBe(5)
  expect(screen.queryByRole('slider', { name: 'Loop end' })).toBeNull()
})

test('a compared file that failed to load while the other one was active is reported when it becomes active', async () => {
  open()
  await userEvent.click(screen.getByRole('button', { name: 'Compare A/B' }))
  await userEvent.click(await screen.findByText('the deeper one'))
  const compared = audioElements()[1] ?? document.createElement('audio')
  Object.defineProperty(compared, 'error', { value: { code: 4 } })
  compared.dispatchEvent(new Event('error'))
  await userEvent.keyboard('b')
  expect(await screen.findByText('B can’t be played')).toBeDefined()
})

test('shows a message if the waveform can’t be drawn', async () => {
  open()
  await waitFor(() => expect(screen.getByText(/can’t draw the waveform/)).toBeDefined())
})

test('shows a message if the audio can’t be played', async () => {
  open()
  dispatch('error')
  expect(await screen.findByText('Easel can’t play this file')).toBeDefined()
})

test('a file that was downloaded again is neither played nor drawn from the cache', async () => {
  fakeViewerStudio({})
  const { media } = bridge()
  const read = vi.fn<typeof media.read>(async () => new Blob())
  setBridge({ ...bridge(), media: { ...media, read } })
  renewFileUrl('restored')
  const detail = makeDetail({ ...audioTile, id: 'restored' })
  show(<AudioViewer asset={detail.asset} detail={detail} mode="full" />)
  expect(audioElements()[0]?.getAttribute('src')).toMatch(/^\/asset\/restored\?v=\d+$/)
  await waitFor(() => expect(read).toHaveBeenCalledWith('asset', 'restored', expect.any(Number)))
})
