import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Settings } from '../../../src-preload/contract/types/studio.ts'
import { DEFAULT_GALLERY } from '../../../src-preload/shared/defaultGallery.ts'
import { resetStores } from '../../testing/resettableZustand.ts'
import { followRenamedTag } from './followRenamedTag.ts'
import { Gallery } from './Gallery.tsx'
import { galleryView } from './galleryView.ts'
import { fakeLibraryStudio } from './testing/fakeLibraryStudio.ts'
import { makeTile } from './testing/makeTile.ts'
import { show } from './testing/show.tsx'
import { stubElementSizes } from './testing/stubElementSize.ts'

stubElementSizes()

const MODELS = ['Aurora', 'Borealis']

/** A studio whose settings have this state of the gallery, and a new window of it. */
function open(gallery: Partial<Settings['gallery']> = {}) {
  const tiles = MODELS.map((modelName, index) =>
    makeTile({ id: `t${index}`, title: `picture ${index}`, modelName, price: index }),
  )
  const studio = fakeLibraryStudio({ tiles })
  studio.settings.gallery = { ...DEFAULT_GALLERY, ...gallery }
  reopen()
  return studio
}

/** Opens a new window, which knows nothing but the settings. */
function reopen() {
  cleanup()
  localStorage.clear()
  resetStores()
  location.hash = '#/gallery'
  show(<Gallery />)
}

const showsOnly = (...indexes: number[]) =>
  waitFor(() => {
    const images = within(screen.getByRole('region', { name: 'Results' })).getAllByRole('img')
    const names = images.map((image) => image.getAttribute('alt')?.split(' · ')[0])
    expect(names).toEqual(indexes.map((index) => `picture ${index}`))
  })
const slider = () => screen.getByRole('slider', { name: 'Thumbnail size' })

test('a new window shows the filter, order, size, shape and stacks of the last one', async () => {
  const studio = open({
    filter: '?model=Borealis&sort=price-asc',
    rowHeight: 240,
    shape: 'square',
    isStacking: true,
  })
  await showsOnly(1)
  expect(location.hash).toBe('#/gallery?model=Borealis&sort=price-asc')
  expect(slider().getAttribute('aria-valuenow') ?? slider().getAttribute('value')).toBe('240')
  expect(galleryView.getState()).toMatchObject({ shape: 'square', isStacking: true })
  expect(studio.inputs('library.page')).toHaveLength(1)
  expect(studio.inputs('settings.set')).toEqual([])
})

test('changes of the view are saved together, and shown by the next window', async () => {
  const studio = open()
  await showsOnly(0, 1)
  await userEvent.click(screen.getByRole('button', { name: /^Sort and layout/ }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Highest price', hidden: true }))
  await showsOnly(1, 0)
  const { setRowHeight, setShape, setStacking } = galleryView.getState()
  for (const rowHeight of [200, 220, 240]) setRowHeight(rowHeight)
  setShape('square')
  setStacking(true)
  fireEvent(window, new Event('pagehide'))
  const gallery = { filter: '?sort=price-desc', rowHeight: 240, shape: 'square', isStacking: true }
  await waitFor(() => expect(studio.settings.gallery).toEqual(gallery))
  expect(studio.inputs('settings.set').length).toBeLessThan(3)
  reopen()
  await showsOnly(1, 0)
  expect(location.hash).toBe('#/gallery?sort=price-desc')
})

test.each([
  ['an unknown field', '?from-the-future=1&sort=beauty-desc'],
  ['what is no query', '%%%'],
])('a filter with %s shows all results, and is forgotten', async (_what, filter) => {
  open({ filter })
  await showsOnly(0, 1)
  await waitFor(() => expect(galleryView.getState().filter).toBe(''))
})

test('a thumbnail size outside the range is shown as the nearest one', async () => {
  open({ rowHeight: 9000 })
  await showsOnly(0, 1)
  expect(galleryView.getState().rowHeight).toBe(340)
})

test('a filter that is too long to be saved doesn’t prevent the rest from being saved', async () => {
  const studio = open({ filter: '?model=Borealis' })
  await showsOnly(1)
  galleryView.getState().setFilter(`?q=${'x'.repeat(30_000)}`)
  galleryView.getState().setRowHeight(200)
  fireEvent(window, new Event('pagehide'))
  await waitFor(() => expect(studio.settings.gallery).toMatchObject({ filter: '', rowHeight: 200 }))
})

test('a gallery whose settings can’t be read shows all results', async () => {
  const studio = fakeLibraryStudio({ tiles: [makeTile({ id: 't0', title: 'picture 0' })] })
  studio.failingRoutes.add('settings.get')
  location.hash = '#/gallery'
  show(<Gallery />)
  await showsOnly(0)
  expect(location.hash).toBe('#/gallery')
})

test('a renamed tag is renamed in the filter of a gallery that this window hasn’t shown yet', async () => {
  const studio = fakeLibraryStudio()
  studio.settings.gallery = { ...DEFAULT_GALLERY, filter: '?tag=sea' }
  await followRenamedTag('sea', 'ocean')
  fireEvent(window, new Event('pagehide'))
  await waitFor(() => expect(studio.settings.gallery.filter).toBe('?tag=ocean'))
})
