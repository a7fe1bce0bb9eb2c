import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bridge, setBridge } from '../../host/bridge.ts'
import { navigate } from '../../router/navigate.ts'
import { stubElementSize } from '../gallery/testing/stubElementSize.ts'
import { show } from '../gallery/testing/show.tsx'
import { fakeViewerStudio, makeDetail } from '../../widgets/results/testing/viewerTesting.ts'
import { GridScreen } from './GridScreen.tsx'
import { makeGrid, makeGridAsset, makeGridJob } from './testing/makeGrid.ts'

const VIEW = { width: 1200, height: 700 }

beforeEach(() => {
  stubElementSize(VIEW.width, VIEW.height)
  location.hash = '#/queue/batch/grid'
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const axis = (field: string, count: number) => ({
  field,
  label: field,
  values: Array.from({ length: count }, (_, index) => ({ value: index + 1, label: null })),
})

/** A grid with a saved image in every cell. */
function open(...counts: number[]) {
  const axes = counts.map((count, index) => axis(['Seed', 'Steps', 'Size'][index] ?? '', count))
  const positions = counts.reduce<number[][]>(
    (prefixes, count) =>
      prefixes.flatMap((index) => Array.from({ length: count }, (_, value) => [...index, value])),
    [[]],
  )
  const jobs = positions.map((index) =>
    makeGridJob({
      id: index.join('-'),
      coordinates: index,
      state: 'saved',
      asset: makeGridAsset(`asset ${index.join('-')}`),
    }),
  )
  const studio = fakeViewerStudio({ 'batches.grid': async () => makeGrid({ axes, jobs }) })
  show(<GridScreen id="batch" openAssetId={undefined} />)
  return studio
}
const table = () => screen.findByRole('grid', { name: 'Results side by side' })
const cells = (grid: HTMLElement) => within(grid).getAllByRole('gridcell')

test('opening a result again after it was closed adds no second entry to the history', async () => {
  open(2)
  const [cell] = cells(await table())
  const before = history.length
  act(() => cell?.focus())
  await userEvent.keyboard('{Enter}')
  expect(location.hash).toContain('/grid/asset')
  act(() => navigate('queue/batch/grid', { replace: true }))
  await userEvent.keyboard('{Enter}')
  expect(location.hash).toContain('/grid/asset')
  expect(history.length).toBe(before + 1)
})

test('Enter opens the focused cell', async () => {
  open(3, 2)
  const cell = cells(await table()).find(
    (candidate) => candidate.textContent?.includes('2') && candidate.dataset['column'] === '2',
  )
  act(() => cell?.focus())
  expect(cell?.tabIndex).toBe(0)
  await userEvent.keyboard('{Enter}')
  expect(location.hash).toContain(`/asset%20${cell?.dataset['column']}-${cell?.dataset['row']}`)
})

test.each([
  ['a trashed result is restored', 5, 'Restore', ['library.restore']],
  ['a result is moved to the trash', null, 'Move to trash', ['library.trash']],
])('%s in the viewer', async (_, trashedAt, action, routes) => {
  const job = makeGridJob({ state: 'saved', asset: makeGridAsset('a', { trashedAt }) })
  const changed = async () => ({ changed: ['a'] })
  const studio = fakeViewerStudio({
    'batches.grid': async () => makeGrid({ axes: [axis('Steps', 2)], jobs: [job] }),
    'library.asset': async () => makeDetail({ trashedAt }),
    'library.trash': changed,
    'library.restore': changed,
  })
  show(<GridScreen id="batch" openAssetId="a" />)
  await userEvent.click(await screen.findByRole('button', { name: action }))
  const moves = studio.routes().filter((route) => ['library.trash', 'library.restore'].includes(route))
  expect(moves).toEqual(routes)
})

describe('the export of a grid', () => {
  const openExport = async (count: number) => {
    const jobs = Array.from({ length: count }, (_, index) =>
      makeGridJob({
        id: `job ${index}`,
        coordinates: [0],
        state: 'saved',
        asset: makeGridAsset(`asset ${index}`),
      }),
    )
    fakeViewerStudio({ 'batches.grid': async () => makeGrid({ axes: [axis('Steps', 2)], jobs }) })
    show(<GridScreen id="batch" openAssetId={undefined} />)
    await table()
    await userEvent.keyboard(']')
    await userEvent.click(screen.getByRole('button', { name: 'Export…' }))
    return within(await screen.findByRole('dialog', { name: 'Export grid' }))
  }
  const chosen = (select: HTMLSelectElement) => select.selectedOptions[0]?.textContent

  test('starts with the result that the grid shows, and offers every other one and all', async () => {
    const dialog = await openExport(3)
    const select = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Results in each cell' })
    expect([...select.options].map(({ text }) => text)).toEqual(['All 3', 'Result 1', 'Result 2', 'Result 3'])
    expect(chosen(select)).toBe('Result 2')
  })

  test('makes the image larger if all results are chosen', async () => {
    const dialog = await openExport(4)
    const width = () => Number(/^[\d,]+/.exec(dialog.getByRole('status').textContent ?? '')?.[0])
    const single = width()
    const select = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Results in each cell' })
    await userEvent.selectOptions(select, 'All 4')
    expect(chosen(select)).toBe('All 4')
    // Two columns of 384 px more.
    expect(width()).toBeGreaterThan(single + 2 * 384)
  })

  test('has no choice of results if each cell has only one', async () => {
    const dialog = await openExport(1)
    expect(dialog.queryByRole('combobox', { name: 'Results in each cell' })).toBeNull()
  })
})

test('thousands of cells need one request and render only the visible ones', async () => {
  for (const counts of [[60, 50], [2000], [30, 20, 5]]) {
    const studio = open(...counts)
    const grid = await table()
    expect(studio.inputs('batches.grid')).toHaveLength(1)
    expect(studio.routes()).toEqual(['batches.grid'])
    // At most the cells that fill the view, and one more on each side.
    expect(cells(grid).length).toBeLessThan(130)
    expect(grid.querySelectorAll('*').length).toBeLessThan(800)
    cleanup()
  }
})

test('fully zoomed out, at most a few hundred cells are rendered', async () => {
  open(100, 100)
  const grid = await table()
  await userEvent.click(screen.getByRole('button', { name: 'Fit to window' }))
  expect(cells(grid).length).toBeGreaterThan(400)
  expect(cells(grid).length).toBeLessThan(800)
  expect(grid.querySelectorAll('*').length).toBeLessThan(5000)
})

test('after scrolling to the corner, cells are aligned with their headings', async () => {
  open(60, 50)
  const grid = await table()
  Object.assign(grid, { scrollLeft: 1e6, scrollTop: 1e6 })
  vi.spyOn(grid, 'scrollLeft', 'get').mockReturnValue(60 * 134)
  vi.spyOn(grid, 'scrollTop', 'get').mockReturnValue(50 * 134 - 500)
  fireEvent.scroll(grid)
  const last = within(grid).getByRole('gridcell', { name: 'Seed 60 · Steps 50: Saved' })
  const heading = within(grid).getByRole('columnheader', { name: '60' })
  expect(last.style.left).toBe(heading.style.left)
  expect(last.ariaColIndex ?? last.getAttribute('aria-colindex')).toBe(heading.getAttribute('aria-colindex'))
  expect(within(last.parentElement ?? grid).getByRole('rowheader', { name: '50' })).toBeDefined()
  expect(cells(grid).length).toBeLessThan(130)
})

test('the focused cell keeps the focus while it is scrolled out of the view and back', async () => {
  open(60, 50)
  const grid = await table()
  const first = cells(grid)[0]
  act(() => first?.focus())
  const scrollTop = vi.spyOn(grid, 'scrollTop', 'get')
  const scrollLeft = vi.spyOn(grid, 'scrollLeft', 'get')
  for (const offset of [402, 3000, 402, 0]) {
    scrollTop.mockReturnValue(offset)
    scrollLeft.mockReturnValue(offset)
    fireEvent.scroll(grid)
    expect(document.activeElement).toBe(first)
  }
})

test('the arrow keys move between cells, Ctrl+End moves to the last, Enter opens it', async () => {
  open(60, 50)
  const grid = await table()
  const focused = () =>
    within(grid).getByRole('gridcell', { current: false, name: document.activeElement?.textContent ?? '' })
  cells(grid)[0]?.focus()
  await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowDown}')
  expect(focused().textContent).toContain('Seed 2 · Steps 3')
  await userEvent.keyboard('{Control>}{End}{/Control}')
  expect(focused().textContent).toContain('Seed 60 · Steps 50')
  await userEvent.keyboard('{Enter}')
  expect(decodeURIComponent(location.hash)).toBe('#/queue/batch/grid/asset 59-49')
})

test('the wheel scrolls a single row sideways', async () => {
  open(2000)
  const grid = await table()
  Object.defineProperty(grid, 'scrollWidth', { value: 400_000 })
  Object.defineProperty(grid, 'scrollHeight', { value: VIEW.height })
  fireEvent.wheel(grid, { deltaY: 120 })
  expect(grid.scrollLeft).toBe(120)
  fireEvent.wheel(grid, { deltaX: 50 })
  expect(grid.scrollLeft).toBe(120)
})

test('after zooming in at the largest scale and scrolling away, a resize keeps the position', async () => {
  const resizeListeners = new Set<() => void>()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(listener: () => void) {
        resizeListeners.add(listener)
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  // In a narrow view, the headings of rows with a long name are narrower.
  fakeViewerStudio({
    'batches.grid': async () => makeGrid({ axes: [axis('Seed', 60), axis('Guidance scale', 50)] }),
  })
  show(<GridScreen id="batch" openAssetId={undefined} />)
  const grid = await table()
  const zoomIn = () => fireEvent.wheel(grid, { ctrlKey: true, deltaY: -10_000 })
  zoomIn()
  zoomIn()
  grid.scrollLeft = 5000
  stubElementSize(400, VIEW.height)
  act(() => resizeListeners.forEach((listener) => listener()))
  expect(grid.scrollLeft).toBe(5000)
})

test('many pages are chosen from a select, few with buttons', async () => {
  open(3, 2, 300)
  await table()
  const list = screen.getByRole('combobox', { name: 'Size' })
  await userEvent.selectOptions(list, '300')
  expect(screen.getByRole('gridcell', { name: 'Seed 1 · Steps 1 · Size 300: Saved' })).toBeDefined()
  expect(screen.getByText('300 of 300')).toBeDefined()
  cleanup()
  open(3, 2, 5)
  await table()
  await userEvent.click(screen.getByRole('radio', { name: '5' }))
  expect(screen.getByRole('gridcell', { name: 'Seed 1 · Steps 1 · Size 5: Saved' })).toBeDefined()
})

test('cells of a grid that fits are dragged out of the desktop app', async () => {
  open(3, 2)
  const dragOut = vi.fn(async () => ({ ok: true, data: { state: 'started', leftOut: 0 } }) as const)
  setBridge({ ...bridge(), dragOut })
  const [cell] = cells(await table())
  if (!cell) throw new Error('The grid has no cell')
  expect(cell.draggable).toBe(true)
  fireEvent.dragStart(cell)
  expect(dragOut).toHaveBeenCalledExactlyOnceWith(['asset 0-0'])
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }))
  expect(cells(await table())[0]?.draggable).toBe(false)
})

test('no cell can be dragged in a browser', async () => {
  open(3, 2)
  expect(cells(await table()).filter(({ draggable }) => draggable)).toEqual([])
})
