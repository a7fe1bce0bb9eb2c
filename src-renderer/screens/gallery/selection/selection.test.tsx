import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, afterEach, expect, test } from 'vitest'
import type { Handlers } from '../../../../src-preload/contract/routes.ts'
import { MAX_IDS, MAX_SELECTED_RESULTS } from '../../../../src-preload/constraints/limits.ts'
import { makeCollection } from '../../../widgets/collections/testing/makeCollection.ts'
import { clearUndoStack } from '../../../widgets/organize/undoStack.ts'
import { Gallery } from '../Gallery.tsx'
import { galleryView } from '../galleryView.ts'
import { fakeLibraryStudio } from '../testing/fakeLibraryStudio.ts'
import { makeTile } from '../testing/makeTile.ts'
import { show } from '../testing/show.tsx'
import { stubElementSizes } from '../testing/stubElementSize.ts'

const noon = new Date().setHours(12, 0, 0, 0)
const makeTiles = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    makeTile({ id: `t${index}`, title: `picture ${index}`, createdAt: noon - index }),
  )
const tileOf = (index: number) => screen.findByRole('button', { name: new RegExp(`^picture ${index} ·`) })
const open = async (count: number, routes: Partial<Handlers> = {}) => {
  const studio = fakeLibraryStudio({ tiles: makeTiles(count), routes })
  show(<Gallery />)
  await tileOf(0)
  return studio
}
const selectAll = () => fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true })
const idsFrom = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `t${first + index}`)
/** Moves the selection to the trash and returns its ids. */
const trashSelection = async (studio: Awaited<ReturnType<typeof open>>) => {
  await userEvent.click(screen.getByRole('button', { name: 'Move to trash' }))
  const [input] = studio.inputs('library.trash').slice(-1)
  return input
}

stubElementSizes()
beforeEach(() => {
  location.hash = '#/gallery'
  clearUndoStack()
})
afterEach(() => {
  galleryView.setState({ anchoredViews: {}, jump: undefined })
  galleryView.getState().scrollPositions.clear()
})

test('Ctrl+A selects all results of the view, also those that are not loaded', async () => {
  const studio = await open(1000)
  selectAll()
  expect(await screen.findByText('1,000 selected')).toBeDefined()
  expect(await trashSelection(studio)).toEqual({ ids: idsFrom(0, 999) })
})

test('“Select all” selects only what the filter shows, in the order of the list', async () => {
  const studio = await open(1000)
  location.hash = '#/gallery?q=picture%205&sort=date-asc'
  await waitFor(() => expect(screen.queryByRole('button', { name: /^picture 0 ·/ })).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Select' }))
  await userEvent.click(screen.getByRole('button', { name: 'Select all' }))
  expect(await screen.findByText('111 selected')).toBeDefined()
  expect(studio.inputs('library.ids')).toHaveLength(0)
  expect(await trashSelection(studio)).toEqual({
    ids: [...idsFrom(500, 599).toReversed(), ...idsFrom(50, 59).toReversed(), 't5'],
  })
})

test('Ctrl+A while another filter is loading selects the results of that filter', async () => {
  const studio = await open(1000)
  const loaded = Promise.withResolvers<void>()
  studio.delays.set('library.page', loaded.promise)
  location.hash = '#/gallery?q=picture%2099'
  await waitFor(() =>
    expect(studio.inputs('library.page').at(-1)).toMatchObject({ filter: { search: 'picture 99' } }),
  )
  selectAll()
  expect(await screen.findByText('11 selected')).toBeDefined()
  loaded.resolve()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^picture 0 ·/ })).toBeNull())
  expect(await trashSelection(studio)).toEqual({ ids: ['t99', ...idsFrom(990, 999)] })
})

test('more results than one call lists are selected in several, at most 100,000, and the bar shows of how many', async () => {
  const limits: number[] = []
  await open(1000, {
    'library.ids': async ({ before, limit }) => {
      limits.push(limit)
      const from = Number(before ?? 0)
      return { ids: Array.from({ length: limit }, (_, n) => `t${from + n}`), next: String(from + limit) }
    },
    'library.page': async ({ limit }) => ({
      tiles: makeTiles(limit),
      next: 'more',
      totals: { total: 1_000_000, bytes: 1 },
    }),
  })
  selectAll()
  expect(await screen.findByText('100,000 of 1,000,000 selected')).toBeDefined()
  expect(limits).toEqual(Array.from({ length: MAX_SELECTED_RESULTS / MAX_IDS }, () => MAX_IDS))
})

test('after all loaded results were moved away, the gallery isn’t shown as empty, and the others appear', async () => {
  const studio = await open(1000)
  const trashed = Promise.withResolvers<void>()
  studio.delays.set('library.trash', trashed.promise)
  selectAll()
  await screen.findByText('1,000 selected')
  studio.tiles.push(makeTile({ id: 'older', title: 'picture 1000', createdAt: noon - 1000 }))
  await userEvent.click(screen.getByRole('button', { name: 'Move to trash' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^picture/ })).toBeNull())
  expect(screen.queryByText('Your results appear here')).toBeNull()
  studio.emit({ type: 'library.changed', added: 0 })
  trashed.resolve()
  expect(await tileOf(1000)).toBeDefined()
})

test('while all results are being listed nothing can be changed, and another click wins', async () => {
  const studio = await open(1000)
  const listed = Promise.withResolvers<void>()
  studio.delays.set('library.ids', listed.promise)
  ;(await tileOf(3)).focus()
  selectAll()
  expect(await screen.findByText('Selecting…')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Move to trash' })).toHaveProperty('disabled', true)
  await userEvent.keyboard('{Delete}5')
  expect([studio.inputs('library.trash'), studio.inputs('library.rate')]).toEqual([[], []])
  const wasMenuRequested = !fireEvent.contextMenu(await tileOf(3))
  expect(wasMenuRequested).toBe(false)
  await userEvent.click(await tileOf(2))
  listed.resolve()
  expect(await screen.findByText('1 selected')).toBeDefined()
})

test('a listing that fails keeps the selection and is shown', async () => {
  const studio = await open(1000)
  await userEvent.click(screen.getByRole('button', { name: 'Select' }))
  await userEvent.click(await tileOf(1))
  studio.failingRoutes.add('library.ids')
  selectAll()
  expect(await screen.findByText(/Something went wrong inside Easel/)).toBeDefined()
  expect(screen.getByText('1 selected')).toBeDefined()
})

test('of results that are not loaded, the star offers both actions, and all are starred', async () => {
  const studio = await open(1000)
  selectAll()
  await screen.findByText('1,000 selected')
  await userEvent.click(screen.getByRole('button', { name: 'Star or unstar' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Unstar', hidden: true }))
  expect(studio.inputs('library.star')).toEqual([{ ids: idsFrom(0, 999), starred: false }])
})

test('Shift with an arrow key extends the selection from the focused result, and shortens it again', async () => {
  const studio = await open(5)
  ;(await tileOf(1)).focus()
  await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
  expect(screen.getByText('3 selected')).toBeDefined()
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  expect(await trashSelection(studio)).toEqual({ ids: ['t1', 't2'] })
})

test('Space selects and deselects the focused result, Shift+Space the range to it, and Enter opens it', async () => {
  const studio = await open(5)
  ;(await tileOf(0)).focus()
  await userEvent.keyboard(' ')
  expect(screen.getByText('1 selected')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Shift>} {/Shift}')
  expect(screen.getByText('3 selected')).toBeDefined()
  await userEvent.keyboard(' ')
  expect(await trashSelection(studio)).toEqual({ ids: ['t0', 't1'] })
  ;(await tileOf(3)).focus()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Result: picture 3' })).toBeDefined()
})

test('Shift+End selects to the last result, which is not loaded', async () => {
  const studio = await open(1000)
  ;(await tileOf(2)).focus()
  await userEvent.keyboard('{Shift>}{End}{/Shift}')
  expect(await screen.findByText('998 selected')).toBeDefined()
  expect(await trashSelection(studio)).toEqual({ ids: idsFrom(2, 999) })
})

test('a range from a result that is no longer loaded includes those between', async () => {
  const studio = await open(1000)
  ;(await tileOf(2)).focus()
  await userEvent.keyboard(' {End}')
  fireEvent.click(await tileOf(999), { shiftKey: true })
  expect(await screen.findByText('998 selected')).toBeDefined()
  expect(await trashSelection(studio)).toEqual({ ids: idsFrom(2, 999) })
})

test('a new collection of the selection can be undone', async () => {
  const studio = await open(3, {
    'collections.create': async ({ name, ids = [] }) =>
      makeCollection({ id: 'c1', name, assets: ids.length }),
  })
  selectAll()
  await userEvent.click(screen.getByRole('button', { name: 'Add to collection' }))
  await userEvent.click(screen.getByRole('button', { name: 'New collection…', hidden: true }))
  const dialog = screen.getByRole('dialog', { hidden: true, name: 'New collection' })
  await userEvent.type(within(dialog).getByRole('textbox', { hidden: true }), 'Fog')
  await userEvent.click(within(dialog).getByRole('button', { hidden: true, name: 'Create collection' }))
  expect(await screen.findByText('Added 3 to Fog')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(studio.inputs('collections.delete')).toEqual([{ id: 'c1' }]))
})
