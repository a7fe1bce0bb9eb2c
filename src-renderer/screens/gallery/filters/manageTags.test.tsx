import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { bridge, setBridge } from '../../../host/bridge.ts'
import { toasts } from '../../../lib/toasts.ts'
import { makeCollection } from '../../../widgets/collections/testing/makeCollection.ts'
import { NEWEST_FIRST, NO_FILTER } from '../../../widgets/library/libraryFilter.ts'
import { ManageTags } from '../../../widgets/organize/manage/ManageTags.tsx'
import { followRenamedTag } from '../followRenamedTag.ts'
import { Gallery } from '../Gallery.tsx'
import { DEFAULT_GALLERY } from '../../../../src-preload/shared/defaultGallery.ts'
import { galleryView } from '../galleryView.ts'
import { fakeLibraryStudio } from '../testing/fakeLibraryStudio.ts'
import { makeTile } from '../testing/makeTile.ts'
import { show } from '../testing/show.tsx'
import { stubElementSizes } from '../testing/stubElementSize.ts'

const tiles = () => [0, 1, 2].map((index) => makeTile({ id: `t${index}`, title: `picture ${index}` }))
const toastTexts = () => toasts.getState().list.map(({ text }) => text)
const open = async (tags: Record<string, string[]>) => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  studio.tags = new Map(Object.entries(tags))
  show(<ManageTags onClose={() => {}} />)
  await screen.findByRole('list', { name: 'Tags', hidden: true })
  return studio
}
const button = (name: string) => screen.findByRole('button', { name, hidden: true })
const rename = async (name: string, newName: string) => {
  fireEvent.click(await button(`Rename ${name}`))
  const field = await screen.findByRole('textbox', { name: `New name for ${name}`, hidden: true })
  fireEvent.change(field, { target: { value: newName } })
  fireEvent.keyDown(field, { key: 'Enter' })
}
const undo = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Undo', hidden: true }))
}

stubElementSizes()
beforeEach(() => {
  location.hash = '#/gallery'
})

test('a tag is renamed in place and keeps the focus, and Undo restores its name', async () => {
  const studio = await open({ t0: ['see'], t1: ['see'] })
  await rename('see', ' sea ')
  await waitFor(() => expect(studio.tags.get('t0')).toEqual(['sea']))
  await waitFor(() => expect(toastTexts()).toEqual(['Renamed the tag “see” to “sea”']))
  await waitFor(async () => expect(document.activeElement).toBe(await button('Rename sea')))
  await undo()
  await button('Rename see')
  expect(studio.tags.get('t1')).toEqual(['see'])
})

test('Escape and an empty name leave a tag as it is', async () => {
  const studio = await open({ t0: ['sea'] })
  fireEvent.click(await button('Rename sea'))
  const field = await screen.findByRole('textbox', { name: 'New name for sea', hidden: true })
  fireEvent.change(field, { target: { value: 'ocean' } })
  fireEvent.keyDown(field, { key: 'Escape' })
  await rename('sea', '  ')
  await button('Rename sea')
  expect(studio.inputs('tags.rename')).toEqual([])
})

test('a half-typed name is not saved when another window gets the focus, but when the field loses it', async () => {
  const studio = await open({ t0: ['portrait'] })
  fireEvent.click(await button('Rename portrait'))
  const field = await screen.findByRole('textbox', { name: 'New name for portrait', hidden: true })
  fireEvent.change(field, { target: { value: 'port' } })
  expect(document.activeElement).toBe(field)
  fireEvent.blur(field)
  expect(studio.inputs('tags.rename')).toEqual([])
  fireEvent.change(field, { target: { value: 'portraits' } })
  act(() => field.blur())
  await waitFor(() => expect(studio.tags.get('t0')).toEqual(['portraits']))
  expect(studio.inputs('tags.rename')).toHaveLength(1)
})

test('renaming a tag to the name of another merges both after a confirmation, and Undo separates them', async () => {
  const studio = await open({ t0: ['Sea'], t1: ['ocean'], t2: ['Sea', 'ocean'] })
  await rename('ocean', 'SEA')
  const dialog = await screen.findByRole('dialog', { name: 'Merge “ocean” into “Sea”?', hidden: true })
  expect(studio.tags.get('t1')).toEqual(['ocean'])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Merge tags', hidden: true }))
  await waitFor(() => expect(studio.tags.get('t1')).toEqual(['Sea']))
  await waitFor(() => expect(toastTexts()).toEqual(['Merged the tag “ocean” into “Sea”']))
  await undo()
  await waitFor(() => expect(studio.tags.get('t2')).toEqual(['Sea', 'ocean']))
})

test('Ctrl+Z in the list of tags undoes the deletion of a tag, but not behind its confirmation', async () => {
  const studio = await open({ t0: ['Sea'], t1: ['ocean'], t2: ['fog'] })
  fireEvent.click(await button('Delete tag fog'))
  await waitFor(() => expect(studio.tags.get('t2')).toEqual([]))
  await rename('ocean', 'sea')
  const dialog = await screen.findByRole('dialog', { name: /^Merge/, hidden: true })
  fireEvent.keyDown(dialog, { key: 'z', ctrlKey: true })
  expect(studio.inputs('tags.undo')).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel', hidden: true }))
  fireEvent.keyDown(await button('Rename Sea'), { key: 'z', ctrlKey: true })
  await waitFor(() => expect(studio.tags.get('t2')).toEqual(['fog']))
})

test('a merge that is cancelled changes nothing', async () => {
  const studio = await open({ t0: ['Sea'], t1: ['ocean'] })
  await rename('ocean', 'sea')
  const dialog = await screen.findByRole('dialog', { name: /^Merge/, hidden: true })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel', hidden: true }))
  expect(studio.tags.get('t1')).toEqual(['ocean'])
  expect(studio.inputs('tags.rename')).toHaveLength(1)
})

test('F2 does not rename a tag that is being deleted', async () => {
  const studio = await open({ t0: ['sea'] })
  const deletion = Promise.withResolvers<void>()
  const { call } = bridge()
  setBridge({
    ...bridge(),
    call: async (route, input) => {
      if (route === 'tags.delete') await deletion.promise
      return call(route, input)
    },
  })
  fireEvent.keyDown(await button('Rename sea'), { key: 'Delete' })
  const list = screen.getByRole('list', { name: 'Tags', hidden: true })
  fireEvent.keyDown(list, { key: 'F2' })
  expect(screen.queryByRole('textbox', { name: 'New name for sea', hidden: true })).toBeNull()
  deletion.resolve()
  await waitFor(() => expect(studio.tags.get('t0')).toEqual([]))
})

test('Delete deletes the focused tag, F2 renames it, the arrow keys move the focus', async () => {
  const studio = await open({ t0: ['a', 'b', 'c'], t1: ['a', 'b'], t2: ['a'] })
  const first = await button('Rename a')
  act(() => first.focus())
  fireEvent.keyDown(first, { key: 'ArrowDown' })
  expect(document.activeElement).toBe(await button('Rename b'))
  fireEvent.keyDown(await button('Rename b'), { key: 'Delete' })
  expect(document.activeElement).toBe(await button('Rename c'))
  await waitFor(() => expect(studio.tags.get('t1')).toEqual(['a']))
  expect(toastTexts()).toEqual(['Deleted the tag “b”'])
  fireEvent.keyDown(await button('Rename c'), { key: 'F2' })
  await screen.findByRole('textbox', { name: 'New name for c', hidden: true })
  await undo()
  await waitFor(() => expect(studio.tags.get('t1')).toEqual(['a', 'b']))
})

test('10,000 tags are searched and paged, and only the visible ones are rendered', async () => {
  const names = Array.from({ length: 10_000 }, (_, n) => `tag ${n}`)
  const studio = await open({ t0: names })
  expect(await screen.findByText('10,000 tags')).toBeDefined()
  expect(screen.getAllByRole('listitem', { hidden: true }).length).toBeLessThan(60)
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search tags', hidden: true }), {
    target: { value: 'tag 998' },
  })
  expect(await screen.findByText('11 tags')).toBeDefined()
  await button('Rename tag 9987')
  expect(studio.inputs('tags.list')).toContainEqual({ search: 'tag 998', skip: 0, limit: 200 })
})

test('a rename or deletion that fails shows an error and leaves the tag as it is', async () => {
  const studio = await open({ t0: ['sea'] })
  studio.failingRoutes.add('tags.rename').add('tags.delete')
  await rename('sea', 'ocean')
  await waitFor(() => expect(toastTexts()).toHaveLength(1))
  await button('Rename sea')
  fireEvent.click(await button('Delete tag sea'))
  await waitFor(() => expect(toastTexts()).toHaveLength(2))
  expect(studio.tags.get('t0')).toEqual(['sea'])
})

test('the tag editor and the filter menu open the list of tags', async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  studio.tags = new Map([['t0', ['sea']]])
  show(<Gallery />)
  ;(await screen.findByRole('button', { name: /^picture 0/ })).focus()
  await userEvent.keyboard('t')
  fireEvent.click(await button('Manage tags…'))
  await button('Rename sea')
  fireEvent.click(await button('Close'))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Tags', hidden: true })).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Add filter' }))
  fireEvent.click(await screen.findByRole('option', { name: 'Tag', hidden: true }))
  fireEvent.click(await button('Manage tags…'))
  await button('Rename sea')
})

test('renaming a tag changes it in the filter on screen, which stays sorted by meaning, and in the stored filter', async () => {
  location.hash = '#/gallery/t1?saved=s&tag=SEA%2Cfog&-tag=sea&q=sea'
  galleryView.getState().load({ ...DEFAULT_GALLERY, filter: '?tag=sea' })
  await followRenamedTag('Sea', 'ocean')
  expect(decodeURIComponent(location.hash)).toBe('#/gallery/t1?saved=s&q=sea&tag=ocean,fog&-tag=ocean')
  expect(galleryView.getState().filter).toBe('?tag=ocean')
  location.hash = '#/gallery?tag=ocean&like=t2'
  await followRenamedTag('ocean', 'sea')
  expect(location.hash).toBe('#/gallery?tag=sea&like=t2')
  location.hash = '#/gallery?tag=sea&meaning=boats'
  await followRenamedTag('sea', 'ocean')
  expect(location.hash).toBe('#/gallery?tag=ocean&meaning=boats')
  location.hash = '#/queue?tag=ocean'
  await followRenamedTag('ocean', 'sea')
  expect(location.hash).toBe('#/queue?tag=ocean')
})

test('a filter chip shows that its tag or collection no longer exists', async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  studio.tags = new Map([['t0', ['fog']]])
  studio.collections.push(makeCollection({ id: 'c', name: 'Posters' }))
  location.hash = '#/gallery?-tag=sea,fog&-collection=c,gone'
  show(<Gallery />)
  expect(await screen.findByRole('button', { name: 'Tag is not sea (no longer exists), fog' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Collection is not Posters, deleted collection' })).toBeDefined()
})

test('the list of smart collections marks those with a tag or collection that no longer exists', async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  studio.tags = new Map([['t0', ['fog']]])
  studio.collections.push(makeCollection({ id: 'c', name: 'Posters' }))
  const saveSearch = (name: string, field: 'tag' | 'collection', value: string) => {
    const filter = { ...NO_FILTER, conditions: [{ field, is: true, values: [value] }] }
    studio.searches.push({ id: name, name, filter, sort: NEWEST_FIRST })
  }
  saveSearch('Foggy', 'tag', 'fog')
  saveSearch('Coast', 'tag', 'sea')
  saveSearch('Print', 'collection', 'c')
  saveSearch('Old print', 'collection', 'gone')
  show(<Gallery />)
  await userEvent.click(await screen.findByRole('button', { name: 'Gallery' }))
  const options = () =>
    screen
      .getAllByRole('option', { hidden: true })
      .map(({ textContent }) => textContent?.replace(/\d+ results?$/, ''))
  await waitFor(() => expect(options()).toContain('Coastuses a deleted tag'))
  expect(options()).toContain('Old printuses a deleted collection')
  expect(options()).toContain('Foggy')
  expect(options()).toContain('Print')
})

test('deleting a collection needs no confirmation, because it can be undone', async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  studio.collections.push(makeCollection({ id: 'c', name: 'Posters' }))
  location.hash = '#/gallery?collection=c'
  show(<Gallery />)
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Posters' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete collection', hidden: true }))
  await waitFor(() => expect(toastTexts()).toEqual(['Deleted the collection “Posters”, but not its results']))
  expect(location.hash).toBe('#/gallery')
  expect(studio.collections).toEqual([])
  await userEvent.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(studio.collections.map(({ name }) => name)).toEqual(['Posters']))
})

test('the menu lists the first 300 of 10,000 collections, and the search finds the others', async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  studio.collections = Array.from({ length: 10_000 }, (_, n) =>
    makeCollection({ id: `c${n}`, name: `collection ${n}` }),
  )
  show(<Gallery />)
  await userEvent.click(await screen.findByRole('button', { name: 'Gallery' }))
  expect((await screen.findAllByRole('option', { hidden: true })).length).toBe(300)
  expect(screen.getByText('9,701 more. Type to find them.')).toBeDefined()
  const search = screen.getByRole('combobox', { name: 'Search collections', hidden: true })
  fireEvent.change(search, { target: { value: 'collection 9999' } })
  fireEvent.keyDown(search, { key: 'Enter' })
  await waitFor(() => expect(location.hash).toBe('#/gallery?collection=c9999'))
})

test('Ctrl+A selects the results instead of the text of the page', async () => {
  fakeLibraryStudio({ tiles: tiles() })
  show(<Gallery />)
  ;(await screen.findByRole('button', { name: /^picture 1/ })).focus()
  expect(fireEvent.keyDown(document.activeElement ?? document.body, { key: 'a', ctrlKey: true })).toBe(false)
  expect(await screen.findByText('3 selected')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  const search = screen.getByRole('searchbox', { name: 'Search' })
  act(() => search.focus())
  expect(fireEvent.keyDown(search, { key: 'a', ctrlKey: true })).toBe(true)
  expect(screen.queryByText('3 selected')).toBeNull()
})

test('a result with 40 tags lists the first 12 until “Show all” is clicked', async () => {
  const studio = fakeLibraryStudio({ tiles: tiles() })
  studio.tags = new Map([['t0', Array.from({ length: 40 }, (_, n) => `tag ${n}`)]])
  location.hash = '#/gallery/t0'
  show(<Gallery />)
  const section = await screen.findByRole('region', { name: 'Tags' })
  const shown = () => within(section).getAllByRole('listitem').length
  expect(shown()).toBe(12)
  await userEvent.click(within(section).getByRole('button', { name: 'Show all 40' }))
  expect(shown()).toBe(40)
  await userEvent.click(within(section).getByRole('button', { name: 'Show fewer' }))
  expect(shown()).toBe(12)
})

test('a tab in a pasted new name becomes a space', async () => {
  const studio = await open({ t0: ['fog'] })
  await rename('fog', 'sea\tfog')
  await waitFor(() => expect(studio.tags.get('t0')).toEqual(['sea fog']))
})
