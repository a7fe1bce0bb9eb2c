import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { toasts } from '../../lib/toasts.ts'
import { makeCollection } from '../../widgets/collections/testing/makeCollection.ts'
import { Gallery } from './Gallery.tsx'
import { stubElementSizes } from './testing/stubElementSize.ts'
import { makeTile } from './testing/makeTile.ts'
import { fakeLibraryStudio } from './testing/fakeLibraryStudio.ts'
import { show } from './testing/show.tsx'

const noon = new Date().setHours(12, 0, 0, 0)
const tiles = () =>
  [0, 1, 2].map((index) => makeTile({ id: `t${index}`, title: `picture ${index}`, createdAt: noon - index }))
const tileOf = (index: number) => screen.findByRole('button', { name: new RegExp(`^picture ${index}`) })
const starOf = (index: number) => screen.findByRole('button', { name: new RegExp(`^Star: picture ${index}`) })

stubElementSizes()
beforeEach(() => {
  location.hash = '#/gallery'
})

test('S toggles the star of the focused result', async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  show(<Gallery />)
  ;(await tileOf(0)).focus()
  await userEvent.keyboard('{ArrowRight}s')
  expect((await starOf(1)).getAttribute('aria-pressed')).toBe('true')
  await userEvent.keyboard('s')
  expect((await starOf(1)).getAttribute('aria-pressed')).toBe('false')
  expect(studio.inputs('library.star')).toEqual([
    { ids: ['t1'], starred: true },
    { ids: ['t1'], starred: false },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('S after a click on a star removes that star and no other', async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  show(<Gallery />)
  await userEvent.click(await starOf(2))
  await userEvent.keyboard('s')
  expect(studio.inputs('library.star')).toEqual([
    { ids: ['t2'], starred: true },
    { ids: ['t2'], starred: false },
  ])
})

test.each([
  ['in this window', async () => userEvent.keyboard('s')],
  [
    'elsewhere',
    async (studio: ReturnType<typeof fakeLibraryStudio>) => {
      studio.tiles = studio.tiles.map((tile) => ({ ...tile, starredAt: tile.id === 't0' ? null : noon }))
      studio.emit({ type: 'library.changed', added: 0 })
    },
  ],
])(
  'a star removed %s while the starred results load stays removed when their older response arrives',
  async (_, unstar) => {
    const studio = fakeLibraryStudio({ tiles: tiles().map((tile) => ({ ...tile, starredAt: noon })) })
    show(<Gallery />)
    ;(await tileOf(0)).focus()
    const response = Promise.withResolvers<void>()
    studio.delays.set('library.page', response.promise)
    fireEvent.click(screen.getByRole('button', { name: 'Starred only' }))
    await waitFor(() => expect(studio.inputs('library.page')).toHaveLength(2))
    await unstar(studio)
    studio.delays.clear()
    response.resolve()
    await waitFor(() => expect(screen.queryByRole('button', { name: /^picture 0/ })).toBeNull())
    expect(await tileOf(1)).toBeDefined()
  },
)

test('a star that could not be saved is reverted with an error', async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  studio.failingRoutes.add('library.star')
  show(<Gallery />)
  await userEvent.click(await starOf(0))
  await waitFor(() => expect(toasts.getState().list[0]?.text).toMatch(/^Couldn’t save the star\./))
  await waitFor(async () => expect((await starOf(0)).getAttribute('aria-pressed')).toBe('false'))
})

test('the selected results are starred and added to a collection together', async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  studio.collections.push(makeCollection({ id: 'c', name: 'Posters' }))
  show(<Gallery />)
  await tileOf(0)
  await userEvent.click(screen.getByRole('button', { name: 'Select' }))
  await userEvent.click(await tileOf(0))
  await userEvent.click(await tileOf(2))
  await userEvent.click(screen.getByRole('button', { name: 'Star' }))
  expect(studio.inputs('library.star')).toEqual([{ ids: ['t0', 't2'], starred: true }])
  await userEvent.click(screen.getByRole('button', { name: 'Add to collection' }))
  await userEvent.click(await screen.findByRole('option', { name: /^Posters/, hidden: true }))
  expect(studio.inputs('collections.add')).toEqual([{ id: 'c', ids: ['t0', 't2'] }])
  await waitFor(() => expect(toasts.getState().list[0]?.text).toBe('Added 2 to Posters'))
})

test('the URL filters by collection and stars', async () => {
  location.hash = '#/gallery?collection=c&starred=1'
  const studio = fakeLibraryStudio({ tiles: tiles().map((tile) => ({ ...tile, starredAt: 1 })) })
  studio.collections.push(makeCollection({ id: 'c', name: 'Posters', assets: 3 }))
  show(<Gallery />)
  await tileOf(0)
  expect(studio.inputs('library.page')[0]).toMatchObject({
    filter: {
      trash: false,
      conditions: [
        { field: 'collection', is: true, values: ['c'] },
        { field: 'starred', is: true },
      ],
    },
  })
  expect(await screen.findByRole('button', { name: 'Posters' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Starred only' }))
  await waitFor(() => expect(location.hash).toBe('#/gallery?collection=c'))
})
