import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { MAX_TAG_LENGTH } from '../../../src-preload/constraints/limits.ts'
import { toasts } from '../../lib/toasts.ts'
import { makeCollection } from '../../widgets/collections/testing/makeCollection.ts'
import { Gallery } from './Gallery.tsx'
import { fakeLibraryStudio } from './testing/fakeLibraryStudio.ts'
import { makeTile } from './testing/makeTile.ts'
import { show } from './testing/show.tsx'
import { stubElementSizes } from './testing/stubElementSize.ts'

const noon = new Date().setHours(12, 0, 0, 0)
const tiles = () =>
  [0, 1, 2].map((index) => makeTile({ id: `t${index}`, title: `picture ${index}`, createdAt: noon - index }))
const tileOf = (index: number) => screen.findByRole('button', { name: new RegExp(`^picture ${index}`) })
const toastTexts = () => toasts.getState().list.map(({ text }) => text)
const open = async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  show(<Gallery />)
  await tileOf(0)
  return studio
}
// jsdom shows no popovers, so the fields in them can't get the focus.
const enter = (field: HTMLElement, value: string) => {
  fireEvent.change(field, { target: { value } })
  fireEvent.keyDown(field, { key: 'Enter' })
}
const tagField = () => screen.findByRole('combobox', { name: 'Find or add tags', hidden: true })
const select = async (...indexes: number[]) => {
  await userEvent.click(screen.getByRole('button', { name: 'Select' }))
  for (const index of indexes) await userEvent.click(await tileOf(index))
}

stubElementSizes()
beforeEach(() => {
  location.hash = '#/gallery'
})

test('digits rate the focused result, and 0 removes its rating', async () => {
  const studio = await open()
  ;(await tileOf(1)).focus()
  await userEvent.keyboard('4')
  expect(await screen.findByRole('button', { name: /^picture 1/, description: '4 stars' })).toBeDefined()
  await waitFor(() => expect(toastTexts()).toEqual(['Rated ★★★★']))
  await userEvent.keyboard('0')
  expect(await screen.findByRole('button', { name: /^picture 1/, description: '' })).toBeDefined()
  expect(studio.inputs('library.rate')).toEqual([
    { ids: ['t1'], rating: 4 },
    { ids: ['t1'], rating: 0 },
  ])
})

test('the selection is rated together, and Undo restores each previous rating', async () => {
  const studio = await open()
  ;(await tileOf(0)).focus()
  await userEvent.keyboard('2')
  await select(0, 2)
  const group = screen.getByRole('radiogroup', { name: 'Rating' })
  expect(within(group).queryAllByRole('radio', { checked: true })).toEqual([])
  await userEvent.click(within(group).getByRole('radio', { name: '5 stars' }))
  await waitFor(() => expect(studio.tiles.map(({ rating }) => rating)).toEqual([5, 0, 5]))
  await waitFor(() => expect(toastTexts()).toEqual(['Rated 2 results ★★★★★']))
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(studio.tiles.map(({ rating }) => rating)).toEqual([2, 0, 0]))
  await waitFor(() => expect(toastTexts()).toEqual(['Undone: Rated 2 results ★★★★★']))
})

test('Ctrl+Z undoes changes of different kinds one by one', async () => {
  const studio = await open()
  ;(await tileOf(2)).focus()
  await userEvent.keyboard('s')
  await userEvent.keyboard('3')
  await userEvent.keyboard('{Delete}')
  await waitFor(() => expect(studio.trashed).toHaveLength(1))
  const undo = () => userEvent.keyboard('{Control>}z{/Control}')
  await undo()
  await waitFor(() => expect(studio.tiles).toHaveLength(3))
  await undo()
  await waitFor(() => expect(studio.tiles[2]?.rating).toBe(0))
  expect(studio.tiles[2]?.starredAt).not.toBeNull()
  await undo()
  await waitFor(() => expect(studio.tiles[2]?.starredAt).toBeNull())
  const requests = studio.requests.length
  await undo()
  expect(
    studio.requests.slice(requests).filter(({ route }) => /star|rate|trash|restore/.test(route)),
  ).toEqual([])
})

test('Ctrl+Z in the search field undoes no change of a result', async () => {
  const studio = await open()
  ;(await tileOf(0)).focus()
  await userEvent.keyboard('5')
  await waitFor(() => expect(studio.inputs('library.rate')).toHaveLength(1))
  await userEvent.click(screen.getByRole('searchbox'))
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(studio.inputs('library.rate')).toHaveLength(1)
})

test('Ctrl+Z undoes nothing behind a dialog that asks for a confirmation', async () => {
  const studio = await open()
  ;(await tileOf(0)).focus()
  await userEvent.keyboard('5')
  await waitFor(() => expect(studio.tiles[0]?.rating).toBe(5))
  studio.trashed = [makeTile({ id: 'old', title: 'picture 7' })]
  await userEvent.click(screen.getByRole('button', { name: 'Trash' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Empty trash' }))
  const dialog = await screen.findByRole('dialog', { name: 'Empty the trash?' })
  await userEvent.keyboard('{Control>}z{/Control}')
  expect(studio.inputs('library.rate')).toHaveLength(1)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(studio.tiles[0]?.rating).toBe(0))
})

test.each([
  ['viewer', '5', 'Result: picture 1'],
  ['comparison', '2', 'Compare 2 results'],
])('Ctrl+Z in the %s undoes a change that was made there', async (place, key, name) => {
  const studio = await open()
  if (place === 'viewer') await userEvent.click(await tileOf(1))
  else {
    await select(0, 1)
    await userEvent.click(screen.getByRole('button', { name: 'Compare' }))
  }
  const dialog = await screen.findByRole('dialog', { name })
  await within(dialog).findAllByRole('button', { name: 'Star' })
  const before = structuredClone(studio.tiles)
  await userEvent.keyboard(key)
  await waitFor(() => expect(studio.tiles).not.toEqual(before))
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(studio.tiles).toEqual(before))
})

test('an undo that fails shows an error and can be repeated', async () => {
  const studio = await open()
  ;(await tileOf(0)).focus()
  await userEvent.keyboard('5')
  await waitFor(() => expect(toastTexts()).toHaveLength(1))
  studio.failingRoutes.add('library.rate')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(toastTexts()[0]).toMatch(/^Couldn’t save the rating\./))
  studio.failingRoutes.clear()
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(studio.tiles[0]?.rating).toBe(0))
})

test('T opens the tags of the focused result, where new tags are added and existing ones found', async () => {
  const studio = await open()
  studio.tags.set('t2', ['Sea'])
  ;(await tileOf(0)).focus()
  await userEvent.keyboard('t')
  const field = await tagField()
  enter(field, 'fog, dawn')
  await waitFor(() => expect(studio.tags.get('t0')).toEqual(['fog', 'dawn']))
  fireEvent.change(field, { target: { value: 'se' } })
  await screen.findByRole('option', { name: 'Sea', hidden: true })
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(studio.tags.get('t0')).toEqual(['fog', 'dawn', 'Sea']))
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('combobox', { name: 'Find or add tags', hidden: true })).toBeNull()
  await waitFor(async () => expect(document.activeElement).toBe(await tileOf(0)))
})

test('a tag that only some of the selected results have is mixed; choosing it adds it to all', async () => {
  const studio = await open()
  studio.tags.set('t0', ['Sea', 'fog'])
  studio.tags.set('t1', ['fog'])
  await select(0, 1)
  await userEvent.click(screen.getByRole('button', { name: 'Edit tags' }))
  const optionOf = (name: string) => screen.findByRole('option', { name, hidden: true })
  expect((await optionOf('Sea')).getAttribute('aria-checked')).toBe('mixed')
  expect((await optionOf('fog')).getAttribute('aria-checked')).toBe('true')
  await userEvent.click(await optionOf('Sea'))
  await waitFor(async () => expect((await optionOf('Sea')).getAttribute('aria-checked')).toBe('true'))
  await waitFor(() => expect(toastTexts()).toEqual(['Tagged with Sea']))
  await userEvent.click(await optionOf('fog'))
  await waitFor(() => expect(studio.tags.get('t0')).toEqual(['Sea']))
  const undo = async () => {
    screen.getByRole('button', { name: 'Done' }).focus()
    await userEvent.keyboard('{Control>}z{/Control}')
  }
  await undo()
  await waitFor(() => expect(studio.tags.get('t0')).toEqual(['Sea', 'fog']))
  await undo()
  await waitFor(() => expect(studio.tags.get('t1')).toEqual(['fog']))
  expect(studio.tags.get('t0')).toEqual(['Sea', 'fog'])
})

test('N opens the note of the focused result, which is saved when it is closed', async () => {
  const studio = await open()
  studio.notes.set('t1', 'for the cover')
  ;(await tileOf(1)).focus()
  await userEvent.keyboard('n')
  const field = await screen.findByRole('textbox', { name: 'Note', hidden: true })
  fireEvent.change(field, { target: { value: 'for the cover, softer' } })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(studio.notes.get('t1')).toBe('for the cover, softer'))
})

test('a note that could not be saved stays in its field with the reason', async () => {
  const studio = await open()
  studio.failingRoutes.add('library.note')
  await userEvent.click(await tileOf(0))
  const viewer = await screen.findByRole('dialog', { name: 'Result: picture 0' })
  const noteField = () => within(viewer).findByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })
  await userEvent.type(await noteField(), 'mind the horizon')
  await userEvent.tab()
  expect((await within(viewer).findByRole('alert')).textContent).toMatch(/^Couldn’t save the note\./)
  within(viewer).getByRole('button', { name: 'Close' }).focus()
  await userEvent.keyboard('{ArrowRight}')
  await screen.findByRole('dialog', { name: 'Result: picture 1' })
  await userEvent.keyboard('{ArrowLeft}')
  await screen.findByRole('dialog', { name: 'Result: picture 0' })
  await waitFor(async () => expect((await noteField()).value).toBe('mind the horizon'))
  studio.failingRoutes.clear()
  ;(await noteField()).focus()
  await userEvent.tab()
  await waitFor(() => expect(studio.notes.get('t0')).toBe('mind the horizon'))
  expect(within(viewer).queryByRole('alert')).toBeNull()
})

test('the keys for ratings, notes and tags apply to the opened result in the viewer', async () => {
  const studio = await open()
  await userEvent.click(await tileOf(1))
  const viewer = await screen.findByRole('dialog', { name: 'Result: picture 1' })
  await within(viewer).findByRole('radiogroup', { name: 'Rating' })
  within(viewer).getByRole('button', { name: 'Close' }).focus()
  await userEvent.keyboard('5')
  await waitFor(() => expect(studio.tiles[1]?.rating).toBe(5))
  expect(await within(viewer).findByRole('radio', { name: '5 stars', checked: true })).toBeDefined()
  await userEvent.keyboard('n')
  expect(document.activeElement).toBe(within(viewer).getByRole('textbox', { name: 'Note' }))
  within(viewer).getByRole('button', { name: 'Close' }).focus()
  await userEvent.keyboard('t')
  enter(await tagField(), 'sea')
  await userEvent.keyboard('{Escape}')
  expect(await within(viewer).findByRole('button', { name: 'Remove tag sea' })).toBeDefined()
})

test('results in the trash are not rated or tagged', async () => {
  const studio = fakeLibraryStudio()
  studio.trashed = tiles()
  location.hash = '#/gallery?view=trash'
  show(<Gallery />)
  ;(await tileOf(0)).focus()
  await userEvent.keyboard('5t')
  expect(studio.inputs('library.rate')).toEqual([])
  expect(screen.queryByRole('combobox', { hidden: true })).toBeNull()
})

test('Undo adds exactly the removed results back to their collection', async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  studio.collections.push(makeCollection({ id: 'c', name: 'Posters' }))
  location.hash = '#/gallery?collection=c'
  show(<Gallery />)
  await tileOf(0)
  await select(0, 1)
  await userEvent.click(await screen.findByRole('button', { name: 'More actions in Posters' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Remove from Posters', hidden: true }))
  await waitFor(() => expect(toastTexts()).toEqual(['Removed 2 from Posters']))
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(studio.inputs('collections.add')).toEqual([{ id: 'c', ids: ['t0', 't1'] }]))
})

test('a selected result can be made the cover, and Ctrl+Z restores the previous cover', async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  studio.collections.push(makeCollection({ id: 'c', name: 'Posters' }))
  location.hash = '#/gallery?collection=c'
  show(<Gallery />)
  await tileOf(0)
  await select(2)
  await userEvent.click(await screen.findByRole('button', { name: 'More actions in Posters' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Use as cover', hidden: true }))
  await waitFor(() => expect(studio.collections[0]?.cover?.id).toBe('t2'))
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(studio.collections[0]?.cover).toBeNull())
})

test('a search for tags is cut to the maximum length of a tag', async () => {
  const studio = await open()
  ;(await tileOf(0)).focus()
  await userEvent.keyboard('t')
  fireEvent.change(await tagField(), { target: { value: 'x'.repeat(MAX_TAG_LENGTH + 1) } })
  expect(await screen.findByText(/^A tag has at most 100 characters/)).toBeDefined()
  await waitFor(() =>
    expect(studio.inputs('tags.list').at(-1)).toMatchObject({ search: 'x'.repeat(MAX_TAG_LENGTH) }),
  )
})

test('tabs and line separators in a pasted text separate tags', async () => {
  const studio = await open()
  ;(await tileOf(0)).focus()
  await userEvent.keyboard('t')
  enter(await tagField(), 'fog\tdawn\u2028dusk')
  await waitFor(() => expect(studio.tags.get('t0')).toEqual(['fog', 'dawn', 'dusk']))
})
