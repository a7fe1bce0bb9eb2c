import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Handlers } from '../../../../src-preload/contract/routes.ts'
import type { BatchPreview } from '../../../../src-preload/contract/types/batch.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { Gallery } from '../Gallery.tsx'
import { galleryView } from '../galleryView.ts'
import { fakeLibraryStudio } from '../testing/fakeLibraryStudio.ts'
import { makeTile } from '../testing/makeTile.ts'
import { show, untilFailed } from '../testing/show.tsx'
import { stubElementSizes } from '../testing/stubElementSize.ts'

const noOffer = { missing: 0, known: 3, inProgress: 0, maybePaid: 0, hasMore: false, preview: null }
const model = { slug: 'embedder', name: 'Embedder', operations: ['embed'], facts: [], isDelisted: false }
const models = { models: [model], refreshedAt: 0, refreshing: false, problem: null }
/** An offer of two texts at a price. */
const preview: BatchPreview = {
  id: 'p1',
  count: 1,
  rows: [],
  invalidRows: 0,
  unpriced: 0,
  pricesToRequest: 0,
  waitsUntil: null,
  total: 2000,
  warnings: [],
}
/** A gallery sorted by meaning, the last result first. */
const open = async (offer: Handlers['meaning.offer'] = async () => noOffer) => {
  const studio = showGallery({ 'meaning.offer': offer })
  await result(2)
  return studio
}
const showGallery = (handlers: Partial<Handlers>) => {
  const studio = fakeLibraryStudio({
    tiles: [0, 1, 2].map((index) => makeTile({ id: `t${index}`, title: `picture ${index}` })),
    routes: {
      'operations.list': async () => ({
        operations: [
          { id: 'embed', name: 'Embed', group: 'text', viewer: 'embedding', example: null, models: 1 },
        ],
        listed: true,
        unknown: [],
      }),
      'models.list': async () => models,
      'meaning.rank': async () => ({
        text: 'boats',
        isTextReady: true,
        results: studio.tiles.toReversed().map((tile, index) => ({ tile, similarity: 0.9 - index / 10 })),
        total: studio.tiles.length,
        ready: studio.tiles.length,
      }),
      'meaning.offer': async () => noOffer,
      ...handlers,
    },
  })
  location.hash = '#/gallery?meaning=boats'
  const client = show(<Gallery />)
  return Object.assign(studio, { client })
}
const result = (index: number) =>
  screen.findByRole('button', { name: new RegExp(`^picture ${index} · similarity`) })
const pressed = () =>
  within(screen.getByRole('toolbar', { name: 'Results by meaning' }))
    .queryAllByRole('button', { pressed: true })
    .map((button) => button.title)

stubElementSizes()

test('results by meaning are selected in their order and starred together', async () => {
  const studio = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Select' }))
  await userEvent.click(await result(2))
  fireEvent.click(await result(1), { shiftKey: true })
  expect(pressed()).toEqual(['picture 2', 'picture 1'])
  await userEvent.click(screen.getByRole('button', { name: 'Star' }))
  await waitFor(() => expect(studio.inputs('library.star')).toEqual([{ ids: ['t2', 't1'], starred: true }]))
  await userEvent.click(await screen.findByRole('button', { name: 'Unstar' }))
  await waitFor(() => expect(studio.inputs('library.star')).toHaveLength(2))
  await userEvent.click(screen.getByRole('button', { name: 'Done' }))
  await userEvent.click(await result(1))
  const viewer = await screen.findByRole('dialog', { name: 'Result: picture 1' })
  within(viewer).getByRole('button', { name: 'Close' }).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(await screen.findByRole('dialog', { name: 'Result: picture 0' })).toBeDefined()
})

test('Ctrl+A selects all results by meaning, but in the text field only its text', async () => {
  await open()
  const field = screen.getByRole('textbox', { name: 'Sort by similarity to' })
  field.focus()
  expect(fireEvent.keyDown(field, { key: 'a', ctrlKey: true })).toBe(true)
  expect(screen.queryByText('3 selected')).toBeNull()
  ;(await result(2)).focus()
  fireEvent.keyDown(await result(2), { key: 'a', ctrlKey: true })
  expect(await screen.findByText('3 selected')).toBeDefined()
  expect(pressed()).toEqual(['picture 2', 'picture 1', 'picture 0'])
})

test('the keys of the gallery rate, star, tag and open results by meaning, and extend the selection', async () => {
  const studio = await open()
  ;(await result(2)).focus()
  await userEvent.keyboard('s4')
  expect(studio.inputs('library.star')).toEqual([{ ids: ['t2'], starred: true }])
  expect(studio.inputs('library.rate')).toEqual([{ ids: ['t2'], rating: 4 }])
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  expect(pressed()).toEqual(['picture 2', 'picture 1'])
  expect(document.activeElement).toBe(await result(1))
  await userEvent.keyboard(' {ArrowRight}{Shift>} {/Shift}')
  expect(pressed()).toEqual(['picture 2', 'picture 1', 'picture 0'])
  await userEvent.keyboard('t')
  expect(await screen.findByRole('combobox', { name: 'Find or add tags', hidden: true })).toBeDefined()
  expect(studio.inputs('tags.count')).toEqual([{ ids: ['t2', 't1', 't0'] }])
})

test('Home and End are left to the browser while results by meaning are shown', async () => {
  await open()
  for (const key of ['End', 'Home']) {
    expect(fireEvent.keyDown(document.body, { key })).toBe(true)
    expect(galleryView.getState().jump).toBeUndefined()
  }
})

test('Delete moves the focused result by meaning to the trash, and the next one gets the focus', async () => {
  const studio = await open()
  ;(await result(1)).focus()
  await userEvent.keyboard('{Delete}')
  expect(studio.inputs('library.trash')).toEqual([{ ids: ['t1'] }])
  await waitFor(() => expect(screen.queryByRole('button', { name: /^picture 1 · similarity/ })).toBeNull())
  expect(document.activeElement).toBe(await result(0))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(studio.inputs('library.restore')).toEqual([{ ids: ['t1'] }]))
})

test('texts that may have been paid for are counted, and embedded again only after the user includes them', async () => {
  const studio = await open(async ({ includePaid }) => ({
    ...noOffer,
    maybePaid: 2,
    missing: includePaid === true ? 2 : 0,
    preview: includePaid === true ? preview : null,
  }))
  expect(await screen.findByText(/^2 texts may have been paid for already/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Embed/ })).toBeNull()
  const include = screen.getByRole('button', { name: 'Include these texts' })
  await userEvent.click(include)
  expect(await screen.findByRole('button', { name: 'Embed 2 texts for $0.000002' })).toBeDefined()
  expect(document.activeElement?.textContent).toBe('Leave these texts out')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Embed/ })).toBeNull())
  expect(studio.inputs('meaning.offer')).toMatchObject([
    { includePaid: false },
    { includePaid: true },
    { includePaid: false },
  ])
})

test('models that fail to load are shown as an error, and a retry sorts the results', async () => {
  let fails = true
  showGallery({
    'models.list': async () => {
      if (fails) throw new StudioError({ code: 'internal', money: 'none' })
      return models
    },
  })
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText('Describe what you’re looking for')).toBeNull()
  fails = false
  await userEvent.click(retry)
  expect(await result(2)).toBeDefined()
})

test('a ranking that fails is shown as an error, and a retry sorts the results', async () => {
  const studio = showGallery({})
  studio.failingRoutes.add('meaning.rank')
  const retry = await screen.findByRole('button', { name: 'Try again' })
  studio.failingRoutes.clear()
  await userEvent.click(retry)
  expect(await result(2)).toBeDefined()
})

test('the results stay when a later ranking fails', async () => {
  const studio = await open()
  await userEvent.click(await result(2))
  const viewer = await screen.findByRole('dialog', { name: 'Result: picture 2' })
  studio.failingRoutes.add('meaning.rank')
  studio.emit({ type: 'embeddings.changed' })
  await untilFailed(studio.client, 'meaning.rank')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  within(viewer).getByRole('button', { name: 'Close' }).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(await screen.findByRole('dialog', { name: 'Result: picture 1' })).toBeDefined()
})

test('while the models of a submitted text load, no text is asked for', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof models>()
  showGallery({ 'models.list': () => promise })
  expect(await screen.findByRole('status', { name: 'Reading the texts…' })).toBeDefined()
  expect(screen.queryByText('Describe what you’re looking for')).toBeNull()
  resolve(models)
  expect(await result(2)).toBeDefined()
})

test('without a model that is still listed, a message says so', async () => {
  showGallery({ 'models.list': async () => ({ ...models, models: [{ ...model, isDelisted: true }] }) })
  expect(await screen.findByText('The service lists no models for this task.')).toBeDefined()
})
