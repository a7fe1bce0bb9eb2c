import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { DEFAULT_GALLERY } from '../../../../src-preload/shared/defaultGallery.ts'
import { Gallery } from '../Gallery.tsx'
import { galleryView } from '../galleryView.ts'
import { fakeLibraryStudio } from '../testing/fakeLibraryStudio.ts'
import { makeTile } from '../testing/makeTile.ts'
import { show } from '../testing/show.tsx'
import { stubElementSizes } from '../testing/stubElementSize.ts'

const noon = new Date().setHours(12, 0, 0, 0)
const MODELS = ['Aurora', 'Borealis', 'Cirrus']
const tiles = () =>
  [0, 1, 2].map((index) =>
    makeTile({
      id: `t${index}`,
      title: `picture ${index}`,
      modelName: MODELS[index] ?? '',
      price: (index + 1) * 10_000_000,
      createdAt: noon - index * 1000,
    }),
  )
const facets = [
  { field: 'model' as const, values: MODELS.map((name) => ({ value: name, label: name, count: 1 })) },
  { field: 'kind' as const, values: [{ value: 'image', label: 'image', count: 3 }] },
]

const open = (hash = '#/gallery') => {
  location.hash = hash
  const studio = fakeLibraryStudio({ tiles: tiles() })
  studio.facets = facets
  show(<Gallery />)
  return studio
}
const names = () =>
  within(screen.getByRole('region', { name: 'Results' }))
    .getAllByRole('img')
    .map((image) => image.getAttribute('alt')?.split(' · ')[0])
const showsOnly = (...indexes: number[]) =>
  waitFor(() => expect(names()).toEqual(indexes.map((index) => `picture ${index}`)))
const chip = (name: string) => screen.findByRole('button', { name })
const lastPageInput = (studio: ReturnType<typeof fakeLibraryStudio>) => studio.inputs('library.page').at(-1)

stubElementSizes()
afterEach(() => {
  galleryView.setState({ anchoredViews: {}, jump: undefined })
  galleryView.getState().scrollPositions.clear()
})

test('F, a typed value and Enter add a filter, which the URL, a chip and the results show', async () => {
  open()
  await showsOnly(0, 1, 2)
  await userEvent.keyboard('f')
  const field = await screen.findByRole('combobox', { name: 'Filter by…', hidden: true })
  // Popovers can't have the focus in jsdom.
  fireEvent.change(field, { target: { value: 'aurora' } })
  await screen.findByRole('option', { name: /Model is Aurora/, hidden: true })
  fireEvent.keyDown(field, { key: 'Enter' })
  await showsOnly(0)
  expect(location.hash).toBe('#/gallery?model=Aurora')
  expect(await chip('Model is Aurora')).toBeDefined()
  expect(screen.getByText('1 found · 1.0 MB')).toBeDefined()
})

test('values of one field are alternatives, chosen from a list with counts', async () => {
  open()
  await showsOnly(0, 1, 2)
  await userEvent.click(screen.getByRole('button', { name: 'Add filter' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Model', hidden: true }))
  await userEvent.click(await screen.findByRole('option', { name: /Aurora/, hidden: true }))
  await userEvent.click(await screen.findByRole('option', { name: /Cirrus/, hidden: true }))
  await showsOnly(0, 2)
  expect(location.hash).toBe('#/gallery?model=Aurora%2CCirrus')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('combobox', { name: /Search Model/, hidden: true })).toBeNull()
  expect(await chip('Model is Aurora, Cirrus')).toBeDefined()
})

test('flags and ranges have the number of results, which ignores the condition they would replace', async () => {
  const studio = open('#/gallery?price=20000000..')
  studio.tiles = studio.tiles.map((tile, index) => ({
    ...tile,
    starredAt: index === 0 ? null : noon,
    rating: 5 - index,
  }))
  await showsOnly(1, 2)
  await userEvent.click(screen.getByRole('button', { name: 'Add filter' }))
  expect(await screen.findByRole('option', { name: /^Starred ?2$/, hidden: true })).toBeDefined()
  await userEvent.click(screen.getByRole('option', { name: 'Rating', hidden: true }))
  expect(await screen.findByRole('option', { name: /^4 stars or more ?1$/, hidden: true })).toBeDefined()
  expect(screen.getByRole('option', { name: /^3 stars or more ?2$/, hidden: true })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'All filters', hidden: true }))
  await userEvent.click(await screen.findByRole('option', { name: 'Price', hidden: true }))
  expect(await screen.findByRole('option', { name: /^At most \$0\.01 ?1$/, hidden: true })).toBeDefined()
})

test('the filter menu can be used before the counts arrive, or without them', async () => {
  const studio = open()
  studio.failingRoutes.add('library.count_conditions')
  await showsOnly(0, 1, 2)
  await userEvent.click(screen.getByRole('button', { name: 'Add filter' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Starred', hidden: true }))
  expect(location.hash).toBe('#/gallery?starred=1')
})

test.each([
  ['Filter by…', 'tag 9987', 'Tag is tag 9987'],
  ['Search Tag', '9987', 'tag 9987'],
])('“%s” finds one of 10,000 tags', async (name, text, option) => {
  const studio = open()
  const values = Array.from({ length: 10_000 }, (_, n) => ({
    value: `tag ${n}`,
    label: `tag ${n}`,
    count: 1,
  }))
  studio.facets = [{ field: 'tag', values }]
  await showsOnly(0, 1, 2)
  await userEvent.click(screen.getByRole('button', { name: 'Add filter' }))
  if (name === 'Search Tag')
    await userEvent.click(await screen.findByRole('option', { name: 'Tag', hidden: true }))
  fireEvent.change(await screen.findByRole('combobox', { name, hidden: true }), { target: { value: text } })
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${option}`), hidden: true }))
  await waitFor(() => expect(location.hash).toBe('#/gallery?tag=tag+9987'))
})

test('a click on “is” excludes the values, a click on the chip changes them', async () => {
  const studio = open('#/gallery?model=Aurora')
  await showsOnly(0)
  await userEvent.click(screen.getByRole('button', { name: 'Model is Aurora: change to “is not”' }))
  await showsOnly(1, 2)
  await userEvent.click(await chip('Model is not Aurora'))
  await userEvent.click(await screen.findByRole('option', { name: /Borealis/, hidden: true }))
  await showsOnly(2)
  expect(lastPageInput(studio)).toMatchObject({
    filter: { conditions: [{ field: 'model', is: false, values: ['Aurora', 'Borealis'] }] },
  })
})

test('“is not” chosen for one field doesn’t apply to the next field', async () => {
  open()
  await showsOnly(0, 1, 2)
  await userEvent.click(screen.getByRole('button', { name: 'Add filter' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Model', hidden: true }))
  await userEvent.click(await screen.findByRole('radio', { name: 'is not', hidden: true }))
  await userEvent.click(screen.getByRole('button', { name: 'All filters', hidden: true }))
  await userEvent.click(await screen.findByRole('option', { name: /^Starred/, hidden: true }))
  await waitFor(() => expect(location.hash).toBe('#/gallery?starred=1'))
})

test('Backspace removes the focused chip, and the focus goes to the next one', async () => {
  open('#/gallery?model=Aurora&kind=image')
  ;(await chip('Model is Aurora')).focus()
  await userEvent.keyboard('{Backspace}')
  await showsOnly(0, 1, 2)
  expect(document.activeElement).toBe(await chip('Kind is Image'))
  await userEvent.keyboard('{Backspace}')
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Filters' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add filter' }))
  expect(location.hash).toBe('#/gallery')
})

test('a chip whose last value is unticked in its menu is removed, and the focus goes to the next one', async () => {
  open('#/gallery?model=Aurora&kind=image')
  await userEvent.click(await chip('Kind is Image'))
  await userEvent.click(await screen.findByRole('option', { name: /Image/, hidden: true }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Kind is Image' })).toBeNull())
  expect(document.activeElement).toBe(await chip('Model is Aurora'))
  await userEvent.click(await chip('Model is Aurora'))
  await userEvent.click(await screen.findByRole('option', { name: /Aurora/, hidden: true }))
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Filters' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add filter' }))
})

test('the star button and its chip control the same filter', async () => {
  open()
  await showsOnly(0, 1, 2)
  await userEvent.click(screen.getByRole('button', { name: 'Starred only' }))
  expect(location.hash).toBe('#/gallery?starred=1')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove filter: Starred' }))
  await showsOnly(0, 1, 2)
  expect(screen.getByRole('button', { name: 'Starred only' }).getAttribute('aria-pressed')).toBe('false')
})

test('filters that match nothing show a message and can be cleared', async () => {
  open('#/gallery?model=Nimbus&price=..5')
  expect(await screen.findByText('No results match')).toBeDefined()
  const [clear] = screen.getAllByRole('button', { name: 'Clear filters' })
  if (clear) await userEvent.click(clear)
  await showsOnly(0, 1, 2)
})

test('results sorted by price have no day headings, and Back restores the previous order', async () => {
  open()
  await showsOnly(0, 1, 2)
  expect(screen.getByRole('heading', { name: /Today/ })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: /^Sort and layout/ }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Highest price', hidden: true }))
  await showsOnly(2, 1, 0)
  expect(screen.queryByRole('heading', { name: /Today/ })).toBeNull()
  expect(screen.queryByRole('slider', { name: 'Timeline' })).toBeNull()
  act(() => history.back())
  await showsOnly(0, 1, 2)
})

test('opened without a filter, the gallery shows the filter of the last visit', async () => {
  galleryView.getState().load({ ...DEFAULT_GALLERY, filter: '?model=Borealis' })
  const studio = open()
  await showsOnly(1)
  expect(location.hash).toBe('#/gallery?model=Borealis')
  expect(studio.inputs('library.page')).toHaveLength(1)
})

test('a link to a result shows all results and leaves the filter of the last visit alone', async () => {
  galleryView.getState().load({ ...DEFAULT_GALLERY, filter: '?model=Borealis' })
  open('#/gallery/t0')
  await showsOnly(0, 1, 2)
  expect(galleryView.getState().filter).toBe('?model=Borealis')
})

test('counts are loaded separately if the page comes without them', async () => {
  location.hash = '#/gallery'
  const studio = fakeLibraryStudio({ tiles: tiles() })
  studio.countsLater = true
  show(<Gallery />)
  await showsOnly(0, 1, 2)
  expect(await screen.findByText('3 results · 3.0 MB')).toBeDefined()
})

test('a filter is saved under a name, changed, updated, renamed and deleted', async () => {
  const studio = open('#/gallery?model=Aurora')
  await showsOnly(0)
  await userEvent.click(screen.getByRole('button', { name: 'Save as smart collection…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Save as smart collection' })
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Northern')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save smart collection' }))
  expect(await screen.findByRole('heading', { name: 'Northern' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Save as smart collection…' })).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Model is Aurora: change to “is not”' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Update “Northern”' }))
  await waitFor(() =>
    expect(studio.searches).toMatchObject([
      { name: 'Northern', filter: { conditions: [{ field: 'model', is: false, values: ['Aurora'] }] } },
    ]),
  )

  await userEvent.click(screen.getByRole('button', { name: 'Northern' }))
  await userEvent.click(await screen.findByRole('option', { name: 'All results', hidden: true }))
  await showsOnly(0, 1, 2)
  await userEvent.click(screen.getByRole('button', { name: 'Gallery' }))
  await userEvent.click(await screen.findByRole('option', { name: /^Northern.*2 results$/, hidden: true }))
  await showsOnly(1, 2)

  await userEvent.click(screen.getByRole('button', { name: 'Actions for Northern' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete smart collection…', hidden: true }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete smart collection' }))
  await showsOnly(0, 1, 2)
  expect(studio.searches).toEqual([])
})

test('a name that is taken shows an error at the field', async () => {
  const studio = open('#/gallery?model=Aurora')
  studio.searches = [
    {
      id: 's',
      name: 'Northern',
      filter: { trash: false, search: '', conditions: [] },
      sort: { by: 'date', descending: true },
    },
  ]
  await showsOnly(0)
  await userEvent.click(screen.getByRole('button', { name: 'Save as smart collection…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Save as smart collection' })
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Northern{Enter}')
  expect(await within(dialog).findByText(/A smart collection named “Northern” already exists/)).toBeDefined()
})
