import { dayOfTime, startOfDay } from '../../../../src-preload/shared/calendar.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { createDateFormat } from '../../../lib/format/time.ts'
import { toasts } from '../../../lib/toasts.ts'
import { Gallery } from '../Gallery.tsx'
import { galleryView } from '../galleryView.ts'
import { fakeLibraryStudio } from '../testing/fakeLibraryStudio.ts'
import { makeTile } from '../testing/makeTile.ts'
import { show } from '../testing/show.tsx'
import { stubElementSizes } from '../testing/stubElementSize.ts'
import { stubScrolling } from '../testing/stubScrolling.ts'

const PER_DAY = 10
/** Results in a row, at most. */
const PER_ROW = 8
const today = dayOfTime(Date.now())
/** A thousand results, ten a day. */
const tiles = () =>
  Array.from({ length: 1000 }, (_, index) =>
    makeTile({
      id: `t${index}`,
      title: `picture ${index}`,
      createdAt: startOfDay(today - Math.floor(index / PER_DAY)) + 60_000 * (PER_DAY - (index % PER_DAY)),
    }),
  )
const open = (query = '') => {
  location.hash = `#/gallery${query}`
  const studio = fakeLibraryStudio({ tiles: tiles() })
  show(<Gallery />)
  return studio
}
const tileOf = (index: number) =>
  screen.findByRole('button', { name: new RegExp(`^picture ${index}(?!\\d)`) })
const rail = (name = 'Timeline') => screen.findByRole('slider', { name })
const dateOf = (day: number) =>
  createDateFormat({ day: 'numeric', month: 'short', year: 'numeric' }).format(startOfDay(day))
/** Distance of a tile from the top of the view in px. */
const distanceOf = async (index: number) => {
  const box = (await tileOf(index)).closest<HTMLElement>('[data-tile-index]')?.style.transform ?? ''
  const scroller = document.getElementById('gallery-grid')
  return Number(/, (\d+)px\)/.exec(box)?.[1]) - (scroller?.scrollTop ?? 0)
}
const places = (studio: ReturnType<typeof open>) =>
  studio
    .inputs('library.cursor')
    .map((input) => input && typeof input === 'object' && 'place' in input && input.place)
/** Rank of the first result in view: of the row with the expected one. */
const expectRank = (slider: HTMLElement, rank: number) =>
  waitFor(() => expect(Math.abs(Number(slider.getAttribute('aria-valuenow')) - rank)).toBeLessThan(PER_ROW))
const seekTo = async (y: number) => {
  const slider = await rail()
  fireEvent.pointerDown(slider, { button: 0, clientY: y })
  fireEvent.pointerUp(slider)
  return slider
}

stubElementSizes()
stubScrolling()
afterEach(() => {
  galleryView.setState({ anchoredViews: {}, jump: undefined })
  galleryView.getState().scrollPositions.clear()
})

test('the rail shows the date in view, and its keys go to days and to both ends', async () => {
  const studio = open()
  const slider = await rail()
  expect(slider.getAttribute('aria-valuetext')).toBe(dateOf(today))
  slider.focus()
  await userEvent.keyboard('{Alt>}{End}{/Alt}')
  expect(slider.getAttribute('aria-valuetext')).toBe(dateOf(today))
  await userEvent.keyboard('{End}')
  await tileOf(999)
  expect(studio.inputs('library.page').at(-1)).toMatchObject({ before: null, after: null })
  expect(document.activeElement).toBe(slider)
  await userEvent.keyboard('{Home}')
  await tileOf(0)
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toBe(dateOf(today)))
})

test('a click on the rail shows the result there without loading those in between', async () => {
  const studio = open()
  // The rail is 800 px high.
  const slider = await seekTo(404)
  await tileOf(505)
  expect(await distanceOf(505)).toBeLessThan(100)
  await expectRank(slider, 505)
  expect(slider.getAttribute('aria-valuetext')).toBe(dateOf(today - 50))
  expect(places(studio)).toEqual([{ rank: 505 }])
  expect(
    studio.inputs('library.page').filter((input) => JSON.stringify(input).includes('"before":"')),
  ).toMatchObject([{ before: 't504' }])
})

test('after a jump, a click beside the loaded results of the same day scrolls to the result there', async () => {
  const studio = open()
  studio.tiles = studio.tiles.map((tile, index) => ({ ...tile, createdAt: startOfDay(today) + 1000 - index }))
  await seekTo(400)
  await tileOf(500)
  const slider = await seekTo(440)
  await tileOf(550)
  expect(await distanceOf(550)).toBeLessThan(100)
  expect(places(studio)).toEqual([{ rank: 500 }])
  await expectRank(slider, 550)
})

test('oldest first, the rail and its keys go from the oldest to the newest day', async () => {
  const studio = open('?sort=date-asc')
  const slider = await rail()
  await tileOf(999)
  expect(slider.getAttribute('aria-valuetext')).toBe(dateOf(today - 99))
  await seekTo(200)
  await tileOf(749)
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toBe(dateOf(today - 74)))
  expect(places(studio)).toEqual([{ rank: 250 }])
  slider.focus()
  await userEvent.keyboard('{End}')
  await tileOf(0)
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toMatch(dateOf(today - 1)))
  await userEvent.keyboard('{Home}')
  await tileOf(999)
})

test('oldest first, G goes to the oldest result of the chosen month', async () => {
  const studio = open('?sort=date-asc')
  await rail()
  await userEvent.keyboard('g')
  const dialog = await screen.findByRole('dialog', { name: 'Jump to date' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Newer month' }))
  await userEvent.click(within(dialog).getByRole('button', { name: /^Go to / }))
  const oldest = new Date(startOfDay(today - 99))
  const month = dayOfTime(new Date(oldest.getFullYear(), oldest.getMonth() + 1, 1).getTime())
  const tile = await tileOf((today - month) * PER_DAY + PER_DAY - 1)
  await waitFor(() => expect(document.activeElement).toBe(tile))
  expect(places(studio)).toEqual([])
})

test('oldest first, a day far away is read from its first result', async () => {
  const studio = open('?sort=date-asc')
  await rail()
  await userEvent.keyboard('g')
  const dialog = await screen.findByRole('dialog', { name: 'Jump to date' })
  const month = within(dialog).getByRole('combobox')
  await userEvent.selectOptions(month, within(month).getAllByRole('option')[0] ?? '')
  await userEvent.click(within(dialog).getByRole('button', { name: /^Go to / }))
  const first = today - (new Date().getDate() - 1)
  const tile = await tileOf((today - first) * PER_DAY + PER_DAY - 1)
  await waitFor(() => expect(document.activeElement).toBe(tile))
  expect(places(studio)).toEqual([{ time: startOfDay(first) }])
})

test('oldest first, new results appear after the last one in view', async () => {
  const studio = open('?sort=date-asc')
  const slider = await rail()
  slider.focus()
  await userEvent.keyboard('{End}')
  await tileOf(0)
  studio.tiles.unshift(makeTile({ id: 'new', title: 'brand new', createdAt: Date.now() }))
  studio.emit({ type: 'library.changed', added: 1 })
  expect(await screen.findByRole('button', { name: /^brand new/ })).toBeDefined()
})

test('by price, the rail stands for all results and shows their prices', async () => {
  location.hash = '#/gallery?sort=price-desc'
  const studio = fakeLibraryStudio({
    tiles: tiles().map((tile, index) => ({ ...tile, price: index < 900 ? index * 1_000_000 : null })),
  })
  show(<Gallery />)
  const slider = await rail('Price')
  await tileOf(899)
  expect(slider.getAttribute('aria-valuetext')).toBe('$0.899')
  expect(slider.getAttribute('aria-valuemax')).toBe('999')
  fireEvent.pointerDown(slider, { button: 0, clientY: 400 })
  fireEvent.pointerUp(slider)
  await tileOf(399)
  await expectRank(slider, 500)
  expect(slider.getAttribute('aria-valuetext')).toMatch(/^\$0\.(?:39|40)/)
  expect(studio.inputs('library.cursor')).toMatchObject([{ place: { rank: 500 } }])
  slider.focus()
  await userEvent.keyboard('{ArrowDown}')
  await expectRank(slider, 510)
  await userEvent.keyboard('{End}')
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toBe('None'))
  expect(studio.inputs('library.timeline')).toEqual([])
  await userEvent.keyboard('g')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('while the rail is hovered, it shows the date under the pointer', async () => {
  open()
  const slider = await rail()
  fireEvent.pointerMove(slider, { clientY: 799 })
  expect(within(slider).getByText(dateOf(today - 99))).toBeDefined()
  fireEvent.pointerLeave(slider)
  expect(within(slider).queryByText(dateOf(today - 99))).toBeNull()
})

test('G opens the days with results, and the newest result of the chosen month gets the focus', async () => {
  open()
  await rail()
  await userEvent.keyboard('g')
  const dialog = await screen.findByRole('dialog', { name: 'Jump to date' })
  const days = within(dialog)
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-label')?.endsWith('10 results'))
  expect(days.length).toBe(new Date().getDate())
  await userEvent.click(within(dialog).getByRole('button', { name: 'Older month' }))
  await userEvent.click(within(dialog).getByRole('button', { name: /^Go to / }))
  const newestDay = today - new Date().getDate()
  const first = (today - newestDay) * PER_DAY
  const tile = await tileOf(first)
  await waitFor(() => expect(document.activeElement).toBe(tile))
})

test('G opens at the month of the first result in view', async () => {
  open()
  await rail()
  await userEvent.keyboard('{End}')
  await tileOf(999)
  await userEvent.keyboard('g')
  const dialog = await screen.findByRole('dialog', { name: 'Jump to date' })
  const month = createDateFormat({ month: 'long', year: 'numeric' })
  const shown = within(dialog).getByRole('grid').getAttribute('aria-label') ?? ''
  expect([90, 95, 98, 99].map((days) => month.format(startOfDay(today - days)))).toContain(shown)
})

test('the button for older months keeps the focus at the oldest month', async () => {
  open()
  await rail()
  await userEvent.keyboard('g')
  const older = await screen.findByRole('button', { name: 'Older month' })
  older.focus()
  for (let month = 0; month < 12; month++) await userEvent.keyboard('{Enter}')
  expect(older.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(older)
  expect(screen.getByRole('button', { name: 'Newer month' }).getAttribute('aria-disabled')).toBe('false')
})

test('the calendar has one tab stop; arrow keys move by a day and a week, also to days without results', async () => {
  const studio = open()
  studio.tiles = studio.tiles.filter(({ createdAt }) => new Date(createdAt).getDate() !== 9)
  await rail()
  await userEvent.keyboard('g')
  const grid = await screen.findByRole('grid')
  const cells = within(grid).getAllByRole('button')
  expect(cells.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1)
  cells[9]?.focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('17')
  await userEvent.keyboard('{ArrowLeft}')
  expect(document.activeElement?.textContent).toBe('16')
  expect(cells[15]?.tabIndex).toBe(0)
  cells[8]?.focus()
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/, no results$/)
  cells[0]?.focus()
  await userEvent.keyboard('{ArrowLeft}')
  const older = screen.getByRole<HTMLTableElement>('grid')
  expect(older.contains(document.activeElement)).toBe(true)
  expect(document.activeElement?.textContent).toBe(String(new Date(new Date().setDate(0)).getDate()))
})

test('new results reload nothing and move nothing while older ones are shown', async () => {
  const studio = open()
  fireEvent.pointerDown(await rail(), { button: 0, clientY: 400 })
  fireEvent.pointerUp(await rail())
  await tileOf(500)
  // The page above is loaded too.
  await waitFor(() =>
    expect(studio.inputs('library.page')).toContainEqual(expect.objectContaining({ after: 't500' })),
  )
  const distance = await distanceOf(500)
  expect(distance).toBeLessThan(100)
  const count = studio
    .inputs('library.page')
    .filter((input) => JSON.stringify(input).includes('"before":"')).length
  studio.tiles.unshift(makeTile({ id: 'new', title: 'brand new', createdAt: Date.now() }))
  studio.emit({ type: 'library.changed', added: 1 })
  expect(await screen.findByText('1,001 results · 1.0 GB')).toBeDefined()
  expect(await distanceOf(500)).toBe(distance)
  expect(
    studio.inputs('library.page').filter((input) => JSON.stringify(input).includes('"before":"')),
  ).toHaveLength(count)
})

test('new results above the newest ones in view don’t move them', async () => {
  const studio = open()
  await tileOf(0)
  const scroller = document.getElementById('gallery-grid')
  if (scroller) act(() => void (scroller.scrollTop = 1500))
  const distance = await distanceOf(30)
  studio.tiles.unshift(
    ...Array.from({ length: 30 }, (_, index) =>
      makeTile({ id: `new${index}`, title: `brand new ${index}`, createdAt: Date.now() }),
    ),
  )
  studio.emit({ type: 'library.changed', added: 30 })
  expect(await screen.findByText('1,030 results · 1.0 GB')).toBeDefined()
  expect(await distanceOf(30)).toBe(distance)
})

test('results that were imported among those in view after a jump appear there and don’t move the others', async () => {
  const studio = open()
  const slider = await rail()
  fireEvent.pointerDown(slider, { button: 0, clientY: 400 })
  fireEvent.pointerUp(slider)
  const distance = await distanceOf(500)
  const createdAt = studio.tiles[505]?.createdAt ?? 0
  studio.tiles.splice(505, 0, makeTile({ id: 'old', title: 'imported', createdAt }))
  studio.emit({ type: 'library.changed', added: 1, isReordered: true })
  expect(await screen.findByRole('button', { name: /^imported/ })).toBeDefined()
  expect(await distanceOf(500)).toBe(distance)
})

test('all loaded pages are read again when results were imported among older ones', async () => {
  const studio = open()
  await tileOf(0)
  const furtherPages = () =>
    studio.inputs('library.page').filter((input) => !JSON.stringify(input).includes('"before":null')).length
  const scroller = document.getElementById('gallery-grid')
  // Near the end of the first page, the second one is loaded.
  act(() => void (scroller && (scroller.scrollTop = 1_000_000)))
  await waitFor(() => expect(furtherPages()).toBe(1))
  studio.emit({ type: 'library.changed', added: 1 })
  await screen.findByText('1,000 results · 1.0 GB')
  expect(furtherPages()).toBe(1)
  studio.emit({ type: 'library.changed', added: 1, isReordered: true })
  await waitFor(() => expect(furtherPages()).toBe(2))
})

test.each(['a result', 'nothing'])(
  'a jump that is still loading doesn’t happen after Home, with the focus on %s',
  async (focused) => {
    const studio = open()
    const first = await tileOf(0)
    const loaded = Promise.withResolvers<void>()
    studio.delays.set('library.page', loaded.promise)
    if (focused === 'a result') first.focus()
    await userEvent.keyboard('{End}{Home}')
    studio.delays.clear()
    loaded.resolve()
    studio.tiles.unshift(makeTile({ id: 'new', title: 'brand new', createdAt: Date.now() }))
    studio.emit({ type: 'library.changed', added: 1 })
    expect(await screen.findByRole('button', { name: /^brand new/ })).toBeDefined()
    expect(screen.queryByRole('button', { name: /^picture 999/ })).toBeNull()
  },
)

test('while the results are sorted by another value, the rail doesn’t show the previous ones', async () => {
  const studio = open('?sort=price-desc')
  await rail('Price')
  const loaded = Promise.withResolvers<void>()
  studio.delays.set('library.values', loaded.promise)
  location.hash = '#/gallery?sort=size-desc'
  await waitFor(() => expect(studio.inputs('library.values').at(-1)).toMatchObject({ sort: { by: 'size' } }))
  expect(screen.queryByRole('slider', { name: 'File size' })).toBeNull()
  loaded.resolve()
  expect((await rail('File size')).getAttribute('aria-valuetext')).toBe('1.0 MB')
})

test('a jump that is still loading is dropped with its error when another key moves the focus', async () => {
  const studio = open()
  ;(await tileOf(0)).focus()
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  studio.delays.set('library.page', failed.promise)
  await userEvent.keyboard('{End}{ArrowRight}')
  await act(async () => failed.reject(new Error('unreachable')))
  expect(document.activeElement).toBe(await tileOf(1))
  expect(toasts.getState().list).toEqual([])
})

test('End while another filter is loading goes to the last result of that filter', async () => {
  const studio = open('?q=picture%20999')
  await tileOf(999)
  const loaded = Promise.withResolvers<void>()
  studio.delays.set('library.page', loaded.promise)
  location.hash = '#/gallery'
  await waitFor(() =>
    expect(studio.inputs('library.page').at(-1)).not.toHaveProperty('filter.search', 'picture 999'),
  )
  studio.delays.delete('library.page')
  await userEvent.keyboard('{End}')
  loaded.resolve()
  await waitFor(() =>
    expect(studio.inputs('library.page').at(-1)).toMatchObject({ before: null, after: null }),
  )
})

test('a jump that fails shows an error, and the results stay', async () => {
  const studio = open()
  const slider = await rail()
  studio.failingRoutes.add('library.page')
  slider.focus()
  await userEvent.keyboard('{End}')
  await waitFor(() => expect(toasts.getState().list[0]?.tone).toBe('error'))
  expect(await tileOf(0)).toBeDefined()
})
