// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { toasts } from '../../lib/toasts.ts'
import { draftStore } from '../../widgets/forms/draftStore.ts'
import { Gallery } from './Gallery.tsx'
import { galleryView } from './model/galleryView.ts'
import { giveSize } from './testing/giveSize.ts'
import { makeTile } from './testing/makeTile.ts'
import { resultsBehind } from './testing/resultsBehind.ts'
import { show } from './testing/show.tsx'

const noon = new Date().setHours(12, 0, 0, 0)
const tiles = () =>
  Array.from({ length: 5 }, (_, n) =>
    makeTile({ id: `t${n}`, title: `picture ${n}`, createdAt: noon - n * 86_400_000 }),
  )
const pictures = () => screen.queryAllByRole('img').map((img) => img.getAttribute('alt') ?? img.ariaLabel)
const tileOf = (n: number) => screen.findByRole('button', { name: new RegExp(`^picture ${n}`) })

let takeSizeAway: () => void
beforeEach(() => {
  takeSizeAway = giveSize()
  location.hash = '#/gallery'
})
afterEach(() => {
  cleanup()
  takeSizeAway()
  toasts.setState({ list: [] })
  galleryView.getState().type('')
  galleryView.getState().places.clear()
})

test('every picture is named by its prompt first, under the name of its day', async () => {
  resultsBehind({ tiles: tiles() })
  show(<Gallery />)
  await tileOf(0)
  expect(pictures()).toEqual([0, 1, 2, 3, 4].map((n) => `picture ${n} · Example One`))
  expect(screen.getByRole('heading', { name: /^Today/ })).toBeDefined()
  expect(screen.getByRole('heading', { name: /^Yesterday/ })).toBeDefined()
  expect(screen.getByText('5 results · 5.0 MB')).toBeDefined()
})

test('Delete moves the focused result to the trash and Undo brings it back', async () => {
  const studio = resultsBehind({ tiles: tiles() })
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

test('Delete after a click on a star moves that result to the trash, not the one the arrows were at', async () => {
  const studio = resultsBehind({ tiles: tiles() })
  show(<Gallery />)
  ;(await tileOf(0)).focus()
  await userEvent.keyboard('{ArrowDown}')
  await userEvent.click(await screen.findByRole('button', { name: /^Star: picture 4/ }))
  await userEvent.keyboard('{Delete}')
  expect(studio.inputs('library.trash')).toEqual([{ ids: ['t4'] }])
})

test('Delete moves the result that was given the focus by other means than the arrows', async () => {
  const studio = resultsBehind({ tiles: tiles() })
  show(<Gallery />)
  await tileOf(0)
  act(() => screen.getByRole('button', { name: /^picture 3/ }).focus())
  await userEvent.keyboard('{Delete}')
  expect(studio.inputs('library.trash')).toEqual([{ ids: ['t3'] }])
})

test('the Tab key and the arrows go on from the result that has the focus', async () => {
  resultsBehind({ tiles: tiles() })
  show(<Gallery />)
  await tileOf(0)
  act(() => screen.getByRole('button', { name: /^picture 2/ }).focus())
  expect(screen.getByRole('button', { name: /^picture 2/ }).tabIndex).toBe(0)
  expect(screen.getByRole('button', { name: /^picture 0/ }).tabIndex).toBe(-1)
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^picture 3/ }))
})

test('a result the studio could not move comes back, and it is said', async () => {
  const studio = resultsBehind({ tiles: tiles() })
  studio.broken.add('library.trash')
  show(<Gallery />)
  ;(await tileOf(0)).focus()
  await userEvent.keyboard('{Delete}')
  expect(await screen.findByText(/Something went wrong inside Easel/)).toBeDefined()
  expect(await tileOf(0)).toBeDefined()
})

test('"/" goes to the search, which asks once and says what it found', async () => {
  const studio = resultsBehind({ tiles: tiles() })
  show(<Gallery />)
  await tileOf(0)
  await userEvent.keyboard('/picture 3')
  expect(await screen.findByText('1 found · 1.0 MB')).toBeDefined()
  expect(pictures()).toEqual(['picture 3 · Example One'])
  const searches = studio.inputs('library.page').filter((input) => JSON.stringify(input).includes('search'))
  expect(searches.length).toBeLessThanOrEqual(2)
})

test('nothing found says so and offers the way back', async () => {
  resultsBehind({ tiles: tiles() })
  show(<Gallery />)
  await tileOf(0)
  await userEvent.type(screen.getByRole('searchbox'), 'zebra')
  expect(await screen.findByText('No results found')).toBeDefined()
  const [clear] = screen.getAllByRole('button', { name: 'Clear search' })
  if (clear) await userEvent.click(clear)
  expect(await tileOf(0)).toBeDefined()
})

test('arrivals appear above without reading everything again', async () => {
  const studio = resultsBehind({ tiles: tiles() })
  show(<Gallery />)
  await tileOf(0)
  const before = studio.inputs('library.page').length
  studio.tiles.unshift(makeTile({ id: 'new', title: 'brand new', createdAt: noon + 1 }))
  studio.tell({ type: 'library.changed', added: 1 })
  expect(await screen.findByRole('button', { name: /^brand new/ })).toBeDefined()
  expect(studio.inputs('library.page').length - before).toBe(1)
})

test('the viewer shows the whole parameters, steps with the arrows, and Delete goes on to the next', async () => {
  const studio = resultsBehind({ tiles: tiles() })
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

test('"Remix" takes the settings without the seed, "Use these parameters" with it', async () => {
  resultsBehind({ tiles: tiles() })
  show(<Gallery />)
  await userEvent.click(await tileOf(1))
  await userEvent.click(await screen.findByRole('button', { name: 'Remix' }))
  expect(draftStore.getState().values['paint']).toEqual({ prompt: 'picture 1', steps: 8 })
  expect(location.hash).toBe('#/create')
  location.hash = '#/gallery/t1'
  await userEvent.click(await screen.findByRole('button', { name: 'Use these parameters' }))
  expect(draftStore.getState().values['paint']).toEqual({ prompt: 'picture 1', steps: 8, seed: 7 })
})

test('several are picked, let go with Escape, and moved together', async () => {
  const studio = resultsBehind({ tiles: tiles() })
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
  await user.click(screen.getByRole('button', { name: 'Select all shown' }))
  expect(screen.getByText('5 selected')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Move to trash' }))
  expect(studio.inputs('library.trash')).toEqual([{ ids: ['t0', 't1', 't2', 't3', 't4'] }])
})

test('the trash is emptied only after a second word', async () => {
  const studio = resultsBehind()
  studio.trashed = tiles()
  location.hash = '#/gallery?view=trash'
  show(<Gallery />)
  await tileOf(0)
  await userEvent.click(screen.getByRole('button', { name: 'Empty trash' }))
  expect(studio.inputs('library.empty_trash')).toHaveLength(0)
  await userEvent.click(screen.getByRole('button', { name: 'Delete permanently' }))
  expect(await screen.findByText('The trash is empty')).toBeDefined()
})

test('a page that cannot be read is said, and can be asked again', async () => {
  const studio = resultsBehind({ tiles: tiles() })
  studio.broken.add('library.page')
  show(<Gallery />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  studio.broken.clear()
  await userEvent.click(again)
  expect(await tileOf(0)).toBeDefined()
})

const thousand = () =>
  Array.from({ length: 1000 }, (_, n) =>
    makeTile({ id: `t${n}`, title: `picture ${n}`, createdAt: noon - n * 60_000 }),
  )
/** Waits until the focus is on this one. */
const focusOn = async (n: number) => {
  const tile = await tileOf(n)
  await waitFor(() => expect(document.activeElement).toBe(tile))
}

test('End goes to the very oldest and Home back, and nothing between is read', async () => {
  const studio = resultsBehind({ tiles: thousand() })
  show(<Gallery />)
  ;(await tileOf(0)).focus()
  await userEvent.keyboard('{End}')
  await focusOn(999)
  const pages = () => studio.inputs('library.page')
  expect(pages()).toMatchObject([{ before: null }, { before: null, after: null }])
  expect(screen.getByText('1,000 results · 1.0 GB')).toBeDefined()
  await userEvent.keyboard('{Home}')
  await focusOn(0)
  expect(pages().filter((asked) => /"t\d/.test(JSON.stringify(asked)))).toEqual([])
})

test('from the end the way leads upwards page by page, and an opened result knows its place', async () => {
  const studio = resultsBehind({ tiles: thousand() })
  show(<Gallery />)
  ;(await tileOf(0)).focus()
  await userEvent.keyboard('{End}')
  await focusOn(999)
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByText('1000 of 1,000')).toBeDefined()
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

test('what is searched for after that is shown from its newest, and the search keeps the focus', async () => {
  resultsBehind({ tiles: thousand() })
  show(<Gallery />)
  ;(await tileOf(0)).focus()
  await userEvent.keyboard('{End}')
  await focusOn(999)
  const search = screen.getByRole('searchbox')
  await userEvent.type(search, 'picture 5')
  expect(await tileOf(5)).toBeDefined()
  expect(document.activeElement).toBe(search)
})
