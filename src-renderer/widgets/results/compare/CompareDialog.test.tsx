import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import '../../../i18n/lazyTexts.ts'
import type { Tile } from '../../../../src-preload/contract/types/asset.ts'
import { fakeLibraryStudio } from '../../../screens/gallery/testing/fakeLibraryStudio.ts'
import { makeTile } from '../../../screens/gallery/testing/makeTile.ts'
import { show } from '../../../screens/gallery/testing/show.tsx'
import { stubElementSizes } from '../../../screens/gallery/testing/stubElementSize.ts'
import { CompareDialog } from './CompareDialog.tsx'

stubElementSizes()

const compare = (tiles: Tile[], ids = tiles.map(({ id }) => id)) => {
  const studio = fakeLibraryStudio({ tiles })
  const onClose = vi.fn<() => void>()
  show(<CompareDialog ids={ids} onClose={onClose} />)
  return { studio, onClose }
}
const image = (id: string, over: Partial<Tile> = {}) => makeTile({ id, title: `image ${id}`, ...over })
const widthOf = (id: string) => screen.getByRole('img', { name: `image ${id}` }).style.width

test('images of different sizes look equally large and share their zoom, and a note says that they are scaled', async () => {
  compare([image('a', { width: 1000, height: 800 }), image('b', { width: 2000, height: 1600 })])
  await screen.findByRole('img', { name: 'image b' })
  expect([widthOf('a'), widthOf('b')]).toEqual(['1000px', '1000px'])
  expect(screen.getByText('Scaled to the same fit: 1000 × 800, 2000 × 1600')).toBeDefined()
  await userEvent.keyboard('+')
  expect([widthOf('a'), widthOf('b')]).toEqual(['1400px', '1400px'])
  await userEvent.keyboard('0')
  expect(widthOf('a')).toBe('1000px')
})

test('M cycles through the ways to compare two images, and X swaps them', async () => {
  compare([image('a'), image('b')])
  await screen.findByRole('img', { name: 'image b' })
  await userEvent.keyboard('m')
  expect(screen.getByRole('slider', { name: /^Divider/ })).toBeDefined()
  await userEvent.keyboard('m')
  expect(screen.queryByRole('slider')).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Difference' }).checked).toBe(true)
  await userEvent.keyboard('mx')
  const names = screen
    .getAllByRole('figure')
    .map((figure) => within(figure).getByRole('img').getAttribute('alt'))
  expect(names).toEqual(['image b', 'image a'])
})

const video = (id: string, durationMs = 2000) =>
  image(id, { kind: 'video', mime: 'video/mp4', format: 'mp4', durationMs })
const mutedVideos = () => [...document.querySelectorAll('video')].map(({ muted }) => muted)
/** Clicks Play and returns the names of the videos that play. */
const play = async () => {
  const playing: (string | null)[] = []
  const spy = vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (
    this: HTMLMediaElement,
  ) {
    playing.push(this.ariaLabel)
  })
  await userEvent.click(screen.getByRole('button', { name: 'Play' }))
  spy.mockRestore()
  return playing
}

test('videos are played by one set of controls, and only the first one has sound', async () => {
  compare([video('a'), video('b')])
  expect(await screen.findAllByRole('button', { name: 'Play' })).toHaveLength(1)
  const videos = [...document.querySelectorAll('video')]
  expect(videos.map(({ muted, ariaLabel }) => [ariaLabel, muted])).toEqual([
    ['image a', false],
    ['image b', true],
  ])
})

test('videos whose longest one is missing are played', async () => {
  const studio = fakeLibraryStudio({ tiles: [video('a', 3000), video('b', 6000)] })
  studio.fileStates.set('b', { state: 'missing', canFetchAgain: false })
  show(<CompareDialog ids={['a', 'b']} onClose={() => {}} />)
  expect(await screen.findByText('This file is missing')).toBeDefined()
  expect(await play()).toEqual(['image a'])
})

test('a video that can’t be played shows why in its pane, and the others are played', async () => {
  compare([video('a', 3000), video('b', 6000)])
  await screen.findByRole('button', { name: 'Play' })
  document.querySelector('video[aria-label="image b"]')?.dispatchEvent(new Event('error'))
  const [, second] = screen.getAllByRole('figure')
  expect(await within(second ?? document.body).findByText('Easel can’t play this file')).toBeDefined()
  expect(await play()).toEqual(['image a'])
})

test('the mute button silences the first video while a longer one leads', async () => {
  compare([video('a', 3000), video('b', 6000)])
  const mute = await screen.findByRole('button', { name: 'Mute' })
  await userEvent.click(mute)
  expect(mutedVideos()).toEqual([true, true])
  await userEvent.click(screen.getByRole('button', { name: 'Unmute' }))
  expect(mutedVideos()).toEqual([false, true])
})

test('the keys of players control compared videos', async () => {
  compare([video('a', 3000), video('b', 6000)])
  await screen.findByRole('button', { name: 'Mute' })
  await userEvent.keyboard('m')
  expect(mutedVideos()).toEqual([true, true])
})

test('if the first video can’t be played, the next one has the sound', async () => {
  compare([video('a', 6000), video('b', 3000)])
  await screen.findByRole('button', { name: 'Play' })
  document.querySelector('video[aria-label="image a"]')?.dispatchEvent(new Event('error'))
  await screen.findByText('Easel can’t play this file')
  expect(mutedVideos()).toEqual([false])
})

test('three images are only shown side by side', async () => {
  compare([image('a'), image('b'), image('c')])
  await screen.findByRole('img', { name: 'image c' })
  expect(screen.queryByRole('radio', { name: 'Slider' })).toBeNull()
  await userEvent.keyboard('m')
  expect(screen.getAllByRole('group', { name: /^Image \d/ })).toHaveLength(3)
})

test('the table lists the parameters that differ, and the others are counted', async () => {
  compare([image('a'), image('b')])
  const table = await screen.findByRole('region', { name: 'Differences' })
  expect(within(table).getByRole('row', { name: 'Prompt image a image b' })).toBeDefined()
  const summary = within(table).getByText(/^\d+ equal parameters$/)
  expect(summary.closest('details')?.open).toBe(false)
})

test('a digit key stars the result with that number', async () => {
  const { studio } = compare([image('a'), image('b')])
  await screen.findByRole('img', { name: 'image b' })
  await userEvent.keyboard('2')
  expect(studio.inputs('library.star')).toEqual([{ ids: ['b'], starred: true }])
})

test('reports a deleted result, a missing file and an image too large to show', async () => {
  const { studio } = compare(
    [image('a'), image('huge', { width: 100_000, height: 100_000 })],
    ['a', 'huge', 'deleted'],
  )
  studio.fileStates.set('a', { state: 'missing', canFetchAgain: false })
  expect(await screen.findByText('This file is missing')).toBeDefined()
  expect(await screen.findByText('This image is too large to show')).toBeDefined()
  const figures = screen.getAllByRole('figure')
  expect(await within(figures[2] ?? document.body).findByText('This result was deleted')).toBeDefined()
})
