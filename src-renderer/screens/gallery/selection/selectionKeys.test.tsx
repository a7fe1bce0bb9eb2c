import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, afterEach, expect, test } from 'vitest'
import { makeCollection } from '../../../widgets/collections/testing/makeCollection.ts'
import { clearUndoStack } from '../../../widgets/organize/undoStack.ts'
import { Gallery } from '../Gallery.tsx'
import { galleryView } from '../galleryView.ts'
import { fakeLibraryStudio } from '../testing/fakeLibraryStudio.ts'
import { makeTile } from '../testing/makeTile.ts'
import { show } from '../testing/show.tsx'
import { stubElementSizes } from '../testing/stubElementSize.ts'

const noon = new Date().setHours(12, 0, 0, 0)
const makeTiles = () =>
  Array.from({ length: 5 }, (_, index) =>
    makeTile({ id: `t${index}`, title: `picture ${index}`, createdAt: noon - index }),
  )
const tileOf = (index: number) => screen.findByRole('button', { name: new RegExp(`^picture ${index} ·`) })
type Studio = ReturnType<typeof fakeLibraryStudio>

/** Opens the gallery inside the focusable main part of the window, with three results selected. */
async function openSelected(hash = '#/gallery'): Promise<Studio> {
  location.hash = hash
  const studio = fakeLibraryStudio({
    tiles: makeTiles(),
  })
  studio.collections = [makeCollection({ id: 'c1', name: 'Fog', assets: 5 })]
  if (hash.includes('view=trash')) studio.trashed = makeTiles()
  show(
    <main id="main" tabIndex={-1}>
      <Gallery />
    </main>,
  )
  for (const index of [0, 1, 2]) fireEvent.click(await tileOf(index), { ctrlKey: true })
  await screen.findByText('3 selected')
  return studio
}
const main = () => screen.getByRole('main')
const press = (key: string, keys: { ctrlKey?: boolean } = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...keys })

stubElementSizes()
beforeEach(clearUndoStack)
afterEach(() => {
  galleryView.setState({ anchoredViews: {}, jump: undefined })
  galleryView.getState().scrollPositions.clear()
})

const overlays = () => [...document.querySelectorAll('dialog, [popover]:not([aria-hidden])')]
/** Closes the dialog, popover or menu on top, as Esc does. */
async function closeTop(): Promise<void> {
  const opened = await waitFor(() => overlays().at(-1) ?? Promise.reject(new Error('nothing is open')))
  // jsdom sends no `cancel` when Esc is pressed in a modal.
  if (opened instanceof HTMLDialogElement) fireEvent(opened, new Event('cancel', { cancelable: true }))
  else fireEvent.keyDown(opened, { key: 'Escape' })
  await waitFor(() => expect(overlays()).toEqual([]))
}
/** Opens something from the toolbar and closes it, which returns the focus. */
const closeAfter = (name: string) => async () => {
  fireEvent.click(screen.getByRole('button', { name }))
  await closeTop()
}

const PLACES: [string, () => Promise<void> | void | false][] = [
  ['a selected tile', async () => (await tileOf(1)).focus()],
  ['the star of a selected tile', () => screen.getByRole('button', { name: /^Star: picture 1/ }).focus()],
  ['an empty part of the gallery', () => main().focus()],
  ['nothing', () => document.activeElement instanceof HTMLElement && document.activeElement.blur()],
  ['the toolbar', () => screen.getByRole('button', { name: 'Done' }).focus()],
  [
    'the rating',
    () => within(screen.getByRole('radiogroup')).getByRole('radio', { name: '2 stars' }).focus(),
  ],
  ['what a closed export returned it to', closeAfter('Export…')],
  ['what a closed comparison returned it to', closeAfter('Compare')],
  ['what closed tags returned it to', closeAfter('Edit tags')],
  ['what closed collections returned it to', closeAfter('Add to collection')],
]

const IDS = ['t0', 't1', 't2']

test.each(PLACES)('the keys of the selection work with the focus on %s', async (_, focus) => {
  const studio = await openSelected()
  const run = async (key: string, keys?: { ctrlKey?: boolean }) => {
    await focus()
    press(key, keys)
  }
  await run('4')
  await waitFor(() => expect(studio.inputs('library.rate')).toEqual([{ ids: IDS, rating: 4 }]))
  await run('s')
  await waitFor(() => expect(studio.inputs('library.star')).toEqual([{ ids: IDS, starred: true }]))
  await run('t')
  expect(await screen.findByRole('combobox', { name: 'Find or add tags', hidden: true })).toBeDefined()
  await closeTop()
  await run('c')
  expect(await screen.findByRole('dialog', { name: /^Compare/, hidden: true })).toBeDefined()
  await closeTop()
  await run('Delete')
  await waitFor(() => expect(studio.inputs('library.trash')).toEqual([{ ids: IDS }]))
})

test.each(PLACES.filter(([name]) => /empty|nothing|toolbar|export/.test(name)))(
  'Ctrl+A selects all results and Esc none, with the focus on %s',
  async (_, focus) => {
    await openSelected()
    await focus()
    expect(press('a', { ctrlKey: true })).toBe(false)
    expect(screen.getByText('5 selected')).toBeDefined()
    await focus()
    press('Escape')
    expect(screen.queryByText(/selected$/)).toBeNull()
  },
)

test.each([
  ['a collection', '#/gallery?collection=c1'],
  ['a search', '#/gallery?q=picture'],
])('the keys of the selection work on an empty part of %s', async (_, hash) => {
  const studio = await openSelected(hash)
  main().focus()
  press('3')
  press('s')
  press('Delete')
  await waitFor(() => expect(studio.inputs('library.trash')).toEqual([{ ids: IDS }]))
  expect(studio.inputs('library.rate')).toEqual([{ ids: IDS, rating: 3 }])
  expect(studio.inputs('library.star')).toEqual([{ ids: IDS, starred: true }])
})

test('in the trash, Ctrl+A and Esc work on an empty part, and no key changes the results', async () => {
  const studio = await openSelected('#/gallery?view=trash')
  main().focus()
  for (const key of ['3', 's', 't', 'Delete']) press(key)
  press('a', { ctrlKey: true })
  expect(await screen.findByText('5 selected')).toBeDefined()
  press('Escape')
  expect(screen.queryByText('5 selected')).toBeNull()
  const changes = studio.requests.filter(({ route }) => /\.(rate|star|trash|tag)/.test(route))
  expect(changes).toEqual([])
})

test('typing in a field of a popover runs no command of the selection', async () => {
  const studio = await openSelected()
  await userEvent.click(screen.getByRole('button', { name: 'Edit tags' }))
  const field = await screen.findByRole('combobox', { name: 'Find or add tags', hidden: true })
  for (const key of ['4', 's', 'Delete']) fireEvent.keyDown(field, { key })
  // Only the results of the gallery would be selected, not the text.
  const selectAll = fireEvent.keyDown(field, { key: 'a', ctrlKey: true })
  expect(selectAll).toBe(true)
  expect(screen.getByText('3 selected')).toBeDefined()
  expect(studio.inputs('library.rate')).toEqual([])
  expect(studio.inputs('library.star')).toEqual([])
  expect(studio.inputs('library.trash')).toEqual([])
})

test('a command of one result applies to the only selected one, wherever the focus is', async () => {
  location.hash = '#/gallery'
  fakeLibraryStudio({ tiles: makeTiles() })
  show(<Gallery />)
  fireEvent.click(await tileOf(3), { ctrlKey: true })
  screen.getByRole('button', { name: 'Done' }).focus()
  press('n')
  expect(await screen.findByRole('textbox', { name: 'Note', hidden: true })).toBeDefined()
})
