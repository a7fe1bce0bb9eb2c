import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { draftStore } from '../../widgets/forms/draftStore.ts'
import { navigate } from '../../router/navigate.ts'
import { Gallery } from './Gallery.tsx'
import { galleryView } from './galleryView.ts'
import { stubElementSizes } from './testing/stubElementSize.ts'
import { makeTile } from './testing/makeTile.ts'
import { fakeLibraryStudio } from './testing/fakeLibraryStudio.ts'
import { show } from './testing/show.tsx'

const noon = new Date().setHours(12, 0, 0, 0)
const tiles = () =>
  Array.from({ length: 5 }, (_, index) =>
    makeTile({ id: `t${index}`, title: `picture ${index}`, createdAt: noon - index * 86_400_000 }),
  )
const imageNames = () => screen.queryAllByRole('img').map((img) => img.getAttribute('alt') ?? img.ariaLabel)
const tileOf = (index: number) => screen.findByRole('button', { name: new RegExp(`^picture ${index}`) })

stubElementSizes()
beforeEach(() => {
  location.hash = '#/gallery'
})
afterEach(() => {
  galleryView.setState({ anchoredViews: {}, jump: undefined, shape: 'justified' })
  galleryView.getState().scrollPositions.clear()
})

test('each image is named by its prompt and listed under its day', async () => {
  fakeLibraryStudio({ tiles: tiles() })
  show(<Gallery />)
  await tileOf(0)
  expect(imageNames()).toEqual([0, 1, 2, 3, 4].map((index) => `picture ${index} · Example One`))
  expect(screen.getByRole('heading', { name: /^Today/ })).toBeDefined()
  expect(screen.getByRole('heading', { name: /^Yesterday/ })).toBeDefined()
  expect(screen.getByText('5 results · 5.0 MB')).toBeDefined()
})

test('Delete moves the focused result to the trash and Undo brings it back', async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  show(<Gallery />)
  ;(await tileOf(0)).focus()
  await userEvent.keyboard('{ArrowDown}{Delete}')
  expect(studio.inputs('library.trash')).toEqual([{ ids: ['t1'] }])
  await waitFor(() => expect(screen.queryByRole('button', { name: /^picture 1/ })).toBeNull())
  expect(document.activeElement?.getAttribute('data-index')).toBe('1')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await tileOf(1)).toBeDefined()
  expect(studio.inputs('library.restore')).toEqual([{ ids: ['t1'] }])
})

test('Delete after a click on a star moves that result to the trash, not the one focused before', async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  show(<Gallery />)
  ;(await tileOf(0)).focus()
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.click(await screen.findByRole('button', { name: /^Star: picture 4/ }))
  await userEvent.keyboard('{Delete}')
  expect(studio.inputs('library.trash')).toEqual([{ ids: ['t4'] }])
})

test('Delete trashes a result that got the focus without a click or an arrow key', async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  show(<Gallery />)
  await tileOf(0)
  act(() => screen.getByRole('button', { name: /^picture 3/ }).focus())
  await userEvent.keyboard('{Delete}')
  expect(studio.inputs('library.trash')).toEqual([{ ids: ['t3'] }])
})

test('Tab and the arrow keys continue from the focused result', async () => {
  fakeLibraryStudio({ tiles: tiles() })
  show(<Gallery />)
  await tileOf(0)
  act(() => screen.getByRole('button', { name: /^picture 2/ }).focus())
  expect(screen.getByRole('button', { name: /^picture 2/ }).tabIndex).toBe(0)
  expect(screen.getByRole('button', { name: /^picture 0/ }).tabIndex).toBe(-1)
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^picture 3/ }))
})

test('a result that could not be moved to the trash reappears with an error', async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  studio.failingRoutes.add('library.trash')
  show(<Gallery />)
  ;(await tileOf(0)).focus()
  await userEvent.keyboard('{Delete}')
  expect(await screen.findByText(/Something went wrong inside Easel/)).toBeDefined()
  expect(await tileOf(0)).toBeDefined()
})

test('"/" focuses the search, which sends at most two requests and shows the number of results', async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  show(<Gallery />)
  await tileOf(0)
  await userEvent.keyboard('/picture 3')
  expect(await screen.findByText('1 found · 1.0 MB')).toBeDefined()
  expect(imageNames()).toEqual(['picture 3 · Example One'])
  const searches = studio.inputs('library.page').filter((input) => JSON.stringify(input).includes('search'))
  expect(searches.length).toBeLessThanOrEqual(2)
})

test('an empty search result shows a message and can be cleared', async () => {
  fakeLibraryStudio({ tiles: tiles() })
  show(<Gallery />)
  await tileOf(0)
  await userEvent.type(screen.getByRole('searchbox'), 'zebra')
  expect(await screen.findByText('No results found')).toBeDefined()
  const [clear] = screen.getAllByRole('button', { name: 'Clear search' })
  if (clear) await userEvent.click(clear)
  expect(await tileOf(0)).toBeDefined()
})

test('new results appear on top without reloading the list', async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  show(<Gallery />)
  await tileOf(0)
  const before = studio.inputs('library.page').length
  studio.tiles.unshift(makeTile({ id: 'new', title: 'brand new', createdAt: noon + 1 }))
  studio.emit({ type: 'library.changed', added: 1 })
  expect(await screen.findByRole('button', { name: /^brand new/ })).toBeDefined()
  expect(studio.inputs('library.page').length - before).toBe(1)
})

test('the viewer shows the parameters, steps with the arrow keys, and opens the next result after Delete', async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  show(<Gallery />)
  await userEvent.click(await tileOf(1))
  const viewer = await screen.findByRole('dialog', { name: 'Result: picture 1' })
  await userEvent.click(await within(viewer).findByText('Quoted $0.004213'))
  within(viewer).getByRole('button', { name: 'Close' }).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(await screen.findByRole('dialog', { name: 'Result: picture 2' })).toBeDefined()
  await userEvent.keyboard('{Delete}')
  expect(await screen.findByRole('dialog', { name: 'Result: picture 3' })).toBeDefined()
  expect(studio.inputs('library.trash')).toEqual([{ ids: ['t2'] }])
})

test('"Remix" uses the parameters without the seed, "Reuse all" with it', async () => {
  fakeLibraryStudio({ tiles: tiles() })
  show(<Gallery />)
  await userEvent.click(await tileOf(1))
  await userEvent.click(await screen.findByRole('button', { name: 'Remix' }))
  expect(draftStore.getState().values['paint']).toEqual({ prompt: 'picture 1', steps: 8 })
  expect(location.hash).toBe('#/create')
  location.hash = '#/gallery/t1'
  await userEvent.click(await screen.findByRole('button', { name: 'Reuse all' }))
  expect(draftStore.getState().values['paint']).toEqual({ prompt: 'picture 1', steps: 8, seed: 7 })
})

test('results that were opened and closed leave one entry in the history, and Back closes an open one', async () => {
  fakeLibraryStudio({ tiles: tiles() })
  show(<Gallery />)
  const before = history.length
  for (const index of [0, 1, 2]) {
    await userEvent.click(await tileOf(index))
    await screen.findByRole('dialog', { name: `Result: picture ${index}` })
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(location.hash).toBe('#/gallery')
  }
  expect(history.length).toBe(before + 1)
  await userEvent.click(await tileOf(3))
  act(() => history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.hash).toBe('#/gallery')
  await userEvent.click(await tileOf(4))
  expect(history.length).toBe(before + 1)
})

test('Back from a result opened in a search shows the search, also if another result was opened before it', async () => {
  fakeLibraryStudio({ tiles: tiles() })
  show(<Gallery />)
  await userEvent.click(await tileOf(0))
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  act(() => navigate('gallery?q=picture', { replace: true }))
  await userEvent.click(await tileOf(1))
  expect(location.hash).toBe('#/gallery/t1?q=picture')
  act(() => history.back())
  await waitFor(() => expect(location.hash).toBe('#/gallery?q=picture'))
})

test('a result opened by a link is no entry above the gallery', async () => {
  fakeLibraryStudio({ tiles: tiles() })
  location.hash = '#/create'
  location.hash = '#/gallery/t0'
  show(<Gallery />)
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await userEvent.click(await tileOf(1))
  act(() => history.back())
  await waitFor(() => expect(location.hash).toBe('#/gallery'))
})

test('several results can be selected, deselected with Escape, and moved together', async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  show(<Gallery />)
  const user = userEvent.setup()
  await user.keyboard('{Control>}')
  await user.click(await tileOf(0))
  await user.keyboard('{/Control}{Shift>}')
  await user.click(await tileOf(2))
  await user.keyboard('{/Shift}')
  expect(screen.getByText('3 selected')).toBeDefined()
  await user.keyboard('{Escape}')
  expect(screen.queryByText('3 selected')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Select' }))
  await user.click(screen.getByRole('button', { name: 'Select all' }))
  expect(screen.getByText('5 selected')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Move to trash' }))
  expect(studio.inputs('library.trash')).toEqual([{ ids: ['t0', 't1', 't2', 't3', 't4'] }])
})

test('a selection ends when the view changes, so that nothing out of sight is changed', async () => {
  fakeLibraryStudio({ tiles: tiles() })
  show(<Gallery />)
  await tileOf(0)
  await userEvent.click(screen.getByRole('button', { name: 'Select' }))
  await userEvent.click(await tileOf(0))
  expect(screen.getByText('1 selected')).toBeDefined()
  act(() => void (location.hash = '#/gallery?q=picture'))
  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull())
})

test('emptying the trash must be confirmed', async () => {
  const studio = fakeLibraryStudio()
  studio.trashed = tiles()
  location.hash = '#/gallery?view=trash'
  show(<Gallery />)
  await tileOf(0)
  await userEvent.click(screen.getByRole('button', { name: 'Empty trash' }))
  expect(studio.inputs('library.empty_trash')).toHaveLength(0)
  await userEvent.click(screen.getByRole('button', { name: 'Delete permanently' }))
  expect(await screen.findByText('The trash is empty')).toBeDefined()
})

test('the dialog that empties the trash shows no number of files until they are counted', async () => {
  const studio = fakeLibraryStudio()
  studio.trashed = thousand()
  studio.countsLater = true
  const counted = Promise.withResolvers<void>()
  studio.delays.set('library.count', counted.promise)
  location.hash = '#/gallery?view=trash'
  show(<Gallery />)
  await tileOf(0)
  await userEvent.click(screen.getByRole('button', { name: 'Empty trash' }))
  expect(screen.getByText(/^This permanently deletes all files in the trash/)).toBeDefined()
  counted.resolve()
  expect(await screen.findByText(/^This permanently deletes 1,?000 files/)).toBeDefined()
})

test('Delete on a result outside the selection trashes only that one, and the selection stays', async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  show(<Gallery />)
  await tileOf(0)
  await userEvent.click(screen.getByRole('button', { name: 'Select' }))
  await userEvent.click(await tileOf(0))
  await userEvent.click(await tileOf(1))
  await userEvent.click(await tileOf(2))
  await userEvent.click(await tileOf(2))
  await userEvent.keyboard('{Delete}')
  expect(studio.inputs('library.trash')).toEqual([{ ids: ['t2'] }])
  expect(screen.getByText('2 selected')).toBeDefined()
})

test('Delete does nothing in the trash, and the selection stays', async () => {
  const studio = fakeLibraryStudio()
  studio.trashed = tiles()
  location.hash = '#/gallery?view=trash'
  show(<Gallery />)
  await tileOf(0)
  await userEvent.click(screen.getByRole('button', { name: 'Select' }))
  await userEvent.click(await tileOf(0))
  await userEvent.keyboard('{Delete}')
  expect(screen.getByText('1 selected')).toBeDefined()
  expect(studio.inputs('library.trash')).toEqual([])
})

test('a page that failed to load shows an error and can be retried', async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  studio.failingRoutes.add('library.page')
  show(<Gallery />)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  studio.failingRoutes.clear()
  await userEvent.click(retry)
  expect(await tileOf(0)).toBeDefined()
})

const thousand = () =>
  Array.from({ length: 1000 }, (_, index) =>
    makeTile({ id: `t${index}`, title: `picture ${index}`, createdAt: noon - index * 60_000 }),
  )
/** Waits until the tile with this number has the focus. */
const focusOn = async (index: number) => {
  const tile = await tileOf(index)
  await waitFor(() => expect(document.activeElement).toBe(tile))
}

test('End goes to the oldest result and Home to the newest, without loading those in between', async () => {
  const studio = fakeLibraryStudio({ tiles: thousand() })
  show(<Gallery />)
  ;(await tileOf(0)).focus()
  await userEvent.keyboard('{End}')
  await focusOn(999)
  const pages = () => studio.inputs('library.page')
  expect(pages()).toMatchObject([{ before: null }, { before: null, after: null }])
  expect(screen.getByText('1,000 results · 1.0 GB')).toBeDefined()
  await userEvent.keyboard('{Home}')
  await focusOn(0)
  expect(pages().filter((input) => /"t\d/.test(JSON.stringify(input)))).toEqual([])
})

test('from the end, the list loads upwards page by page, and the viewer shows the position', async () => {
  const studio = fakeLibraryStudio({ tiles: thousand() })
  show(<Gallery />)
  ;(await tileOf(0)).focus()
  await userEvent.keyboard('{End}')
  await focusOn(999)
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('1,000 of 1,000')).toBeDefined()
  await userEvent.keyboard('{Escape}')
  location.hash = '#/gallery'
  for (const scroller of document.querySelectorAll('[class*=scroller]')) {
    scroller.scrollTop = 0
    fireEvent.scroll(scroller)
  }
  await waitFor(() =>
    expect(studio.inputs('library.page')).toContainEqual(expect.objectContaining({ after: 't800' })),
  )
})

test('a search at the oldest result shows the newest match and keeps the focus in the field', async () => {
  fakeLibraryStudio({ tiles: thousand() })
  show(<Gallery />)
  ;(await tileOf(0)).focus()
  await userEvent.keyboard('{End}')
  await focusOn(999)
  const search = screen.getByRole('searchbox')
  await userEvent.type(search, 'picture 5')
  expect(await screen.findByRole('button', { name: /^picture 5 · / })).toBeDefined()
  expect(document.activeElement).toBe(search)
})
