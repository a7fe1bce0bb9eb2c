import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Gallery } from '../Gallery.tsx'
import { galleryView } from '../galleryView.ts'
import { fakeLibraryStudio } from '../testing/fakeLibraryStudio.ts'
import { makeTile } from '../testing/makeTile.ts'
import { show } from '../testing/show.tsx'
import { stubElementSizes } from '../testing/stubElementSize.ts'
import { stubScrolling } from '../testing/stubScrolling.ts'

const noon = new Date().setHours(12, 0, 0, 0)
const tileOf = (index: number) => screen.findByRole('button', { name: new RegExp(`^picture ${index} ·`) })

/** A closed stack of three between two other results. */
const open = async () => {
  const studio = fakeLibraryStudio({
    tiles: ['picture 0', 'picture 1', 'picture 1', 'picture 1', 'picture 2'].map((title, index) =>
      makeTile({ id: `t${index}`, title, createdAt: noon - index }),
    ),
  })
  studio.settings.gallery.isStacking = true
  show(<Gallery />)
  await tileOf(0)
  return studio
}

stubElementSizes()
stubScrolling()
beforeEach(() => {
  location.hash = '#/gallery'
})
afterEach(() => galleryView.getState().scrollPositions.clear())

test('variations of a prompt are stacked, the badge or E opens and closes a stack, and the choice is stored', async () => {
  const studio = fakeLibraryStudio({
    tiles: [0, 1, 2].map((index) =>
      makeTile({ id: `v${index}`, title: 'a dune', createdAt: noon - index * 1000 }),
    ),
  })
  studio.tiles.push(makeTile({ id: 'x', title: 'picture 0', createdAt: noon - 9000 }))
  show(<Gallery />)
  await tileOf(0)
  const dunes = () => screen.queryAllByRole('button', { name: /^a dune/ })
  expect(dunes()).toHaveLength(3)
  await userEvent.click(screen.getByRole('button', { name: /^Sort and layout/ }))
  await userEvent.click(
    await screen.findByRole('menuitemcheckbox', { name: 'Stack variations', hidden: true }),
  )
  await waitFor(() => expect(dunes()).toHaveLength(1))
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Today4')
  await userEvent.click(screen.getByRole('button', { name: 'Show all 3 variations' }))
  await waitFor(() => expect(dunes()).toHaveLength(3))
  dunes()[1]?.focus()
  await userEvent.keyboard('e')
  await waitFor(() => expect(dunes()).toHaveLength(1))
  expect(galleryView.getState().isStacking).toBe(true)
})

test('a closed stack is named by its prompt, with the model only if it is that of all its results', async () => {
  const modelNames = ['One', 'Two', 'Two', 'Two']
  const studio = fakeLibraryStudio({
    tiles: modelNames.map((modelName, index) =>
      makeTile({
        id: `v${index}`,
        title: index < 2 ? 'a dune' : 'a pier',
        modelName,
        createdAt: noon - index * 1000,
      }),
    ),
  })
  studio.settings.gallery.isStacking = true
  show(<Gallery />)
  const dunes = await screen.findByRole('button', { name: 'a dune', description: '2 variations' })
  expect(screen.getByRole('button', { name: 'a pier · Two' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Star: a dune' })).toBeDefined()
  dunes.focus()
  await userEvent.keyboard('e')
  expect(await screen.findByRole('button', { name: 'a dune · One' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'a dune · Two' })).toBeDefined()
})

test('a closed stack stands for all its results: a click, a range, Ctrl+A and Delete include them', async () => {
  const studio = await open()
  fireEvent.click(await tileOf(1), { ctrlKey: true })
  expect(screen.getByText('3 selected')).toBeDefined()
  fireEvent.click(await tileOf(2), { shiftKey: true })
  expect(screen.getByText('4 selected')).toBeDefined()
  fireEvent.keyDown(document.body, { key: 'a', ctrlKey: true })
  expect(screen.getByText('5 selected')).toBeDefined()
  await userEvent.keyboard('{Escape}')
  ;(await tileOf(1)).focus()
  await userEvent.keyboard('s{Delete}')
  const stack = ['t1', 't2', 't3']
  expect(studio.inputs('library.star')).toEqual([{ ids: stack, starred: true }])
  expect(studio.inputs('library.trash')).toEqual([{ ids: stack }])
})

test('a closed stack with only some results selected is mixed, and a click selects the others too', async () => {
  await open()
  ;(await tileOf(1)).focus()
  await userEvent.keyboard('e{ArrowRight} e')
  const stack = await tileOf(1)
  expect(stack.getAttribute('aria-pressed')).toBe('mixed')
  await userEvent.click(stack)
  expect(screen.getByText('3 selected')).toBeDefined()
})

test('deleting a closed stack deselects those of its results that were selected', async () => {
  const studio = await open()
  ;(await tileOf(0)).focus()
  await userEvent.keyboard(' {ArrowRight}e{ArrowRight} e')
  expect(screen.getByText('2 selected')).toBeDefined()
  await userEvent.keyboard('{Delete}')
  expect(studio.inputs('library.trash')).toEqual([{ ids: ['t1', 't2', 't3'] }])
  expect(screen.getByText('1 selected')).toBeDefined()
})

test('the tile of a large stack is scrolled into view when E closes it', async () => {
  const studio = fakeLibraryStudio({
    tiles: Array.from({ length: 150 }, (_, index) =>
      makeTile({ id: `t${index}`, title: index === 0 ? 'picture 0' : 'picture 1', createdAt: noon - index }),
    ),
  })
  studio.settings.gallery.isStacking = true
  show(<Gallery />)
  ;(await tileOf(1)).focus()
  await userEvent.keyboard('e{End}')
  const scroller = document.getElementById('gallery-grid')
  await waitFor(() => expect(scroller?.scrollTop).toBeGreaterThan(1000))
  await userEvent.keyboard('e')
  expect(document.activeElement).toBe(await tileOf(1))
  expect(scroller?.scrollTop).toBe(0)
})

test('E on a result without variations does nothing, also not to a later scroll', async () => {
  const studio = fakeLibraryStudio({
    tiles: Array.from({ length: 200 }, (_, index) =>
      makeTile({ id: `t${index}`, title: `picture ${index}`, createdAt: noon - index }),
    ),
  })
  studio.settings.gallery.isStacking = true
  show(<Gallery />)
  ;(await tileOf(0)).focus()
  await userEvent.keyboard('e')
  const scroller = document.getElementById('gallery-grid')
  if (!scroller) throw new Error('No scroller')
  scroller.scrollTop = 480
  fireEvent.scroll(scroller)
  expect(scroller.scrollTop).toBe(480)
})

test('E on any result of an open stack closes it, and the tile of the stack gets the focus', async () => {
  await open()
  ;(await tileOf(1)).focus()
  await userEvent.keyboard('e{ArrowRight}{ArrowRight}e')
  expect(document.activeElement).toBe(await tileOf(1))
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(await tileOf(2))
})

test('a closed stack keeps the focus when a new variation comes on top of it', async () => {
  const studio = await open()
  studio.tiles.shift()
  studio.emit({ type: 'library.changed', added: 0 })
  ;(await tileOf(1)).focus()
  await waitFor(() => expect(screen.queryByRole('button', { name: /^picture 0/ })).toBeNull())
  studio.tiles.unshift(
    makeTile({ id: 'other', title: 'picture 9', createdAt: noon + 2 }),
    makeTile({ id: 'new', title: 'picture 1', createdAt: noon + 1 }),
  )
  studio.emit({ type: 'library.changed', added: 2 })
  expect(await screen.findByRole('button', { name: 'Show all 4 variations' })).toBeDefined()
  expect(document.activeElement).toBe(await tileOf(1))
})

test('Space on the star or the badge of a stack clicks it, and selects nothing', async () => {
  const studio = await open()
  screen.getByRole('button', { name: /^Star: picture 0/ }).focus()
  await userEvent.keyboard(' ')
  expect(studio.inputs('library.star')).toEqual([{ ids: ['t0'], starred: true }])
  screen.getByRole('button', { name: 'Show all 3 variations' }).focus()
  await userEvent.keyboard(' ')
  expect(screen.getByRole('button', { name: 'Stack 3 variations' })).toBeDefined()
  expect(screen.queryByText(/selected$/)).toBeNull()
})

test('the rating keys apply to all results of a closed stack, and the note to the one on top', async () => {
  const studio = await open()
  ;(await tileOf(1)).focus()
  await userEvent.keyboard('3n')
  expect(studio.inputs('library.rate')).toEqual([{ ids: ['t1', 't2', 't3'], rating: 3 }])
  expect(studio.inputs('library.asset')).toContainEqual({ id: 't1' })
})
