import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Handlers } from '../../../../src-preload/contract/routes.ts'
import type { AssetDetail, Tile } from '../../../../src-preload/contract/types/asset.ts'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { bridge, setBridge } from '../../../host/bridge.ts'
import { toasts } from '../../../lib/toasts.ts'
import { show } from '../../../screens/gallery/testing/show.tsx'
import { draftStore } from '../../forms/draftStore.ts'
import {
  fakeViewerStudio,
  makeDetail,
  makeParameters,
  menuItem,
  menuItems,
} from '../testing/viewerTesting.ts'
import { ResultMenu } from './ResultMenu.tsx'
import { resultHandlers, resultMenu, type ResultTarget } from './resultMenu.ts'

const PARAMETERS = makeParameters({
  operationName: 'Image',
  model: { slug: 'one', name: 'Example One' },
  connectionName: 'Home',
  values: { prompt: 'fog over a pier', seed: 7 },
  lines: [{ name: 'prompt', label: 'Prompt', text: 'fog over a pier', as: 'multiline' }],
  seed: 7,
})

beforeEach(() => {
  draftStore.getState().load(null)
})

/** Opens the menu of a result in a window whose studio has it. */
async function openMenu(
  detail: AssetDetail,
  { target = { ids: ['a'] }, handlers = {} }: { target?: ResultTarget; handlers?: Partial<Handlers> } = {},
) {
  const studio = fakeViewerStudio({
    'library.asset': async () => detail,
    'library.uses': async () => ({ uses: [] }),
    'collections.list': async () => ({ collections: [] }),
    ...handlers,
  })
  show(
    <>
      <button type="button" {...resultHandlers(() => target)}>
        Result
      </button>
      <ResultMenu />
    </>,
  )
  fireEvent.contextMenu(screen.getByRole('button', { name: 'Result' }), { clientX: 10, clientY: 20 })
  await menuItems()
  return studio
}

const labels = async () => (await menuItems()).map((item) => item.textContent)
const made = (overrides: Partial<Tile> = {}) => makeDetail(overrides, { parameters: PARAMETERS })

test('offers what applies to an image', async () => {
  await openMenu(made())
  expect(await labels()).toEqual([
    'Copy image',
    'Copy prompt',
    'Copy parameters',
    'Save as…',
    'Export…',
    'Reuse all',
    'Remix',
    'Reuse prompt',
    'Reuse seed',
    'Star',
    'Add to collection',
    'Move to trash',
  ])
})

test.each<[string, AssetDetail, string[]]>([
  ['a text', made({ kind: 'text' }), ['Copy text', 'Copy prompt', 'Copy parameters']],
  ['a video', made({ kind: 'video' }), ['Copy prompt', 'Copy parameters', 'Save as…']],
  ['a file of the user', makeDetail({ role: 'input' }), ['Copy image', 'Save as…']],
  ['an image of too many pixels', makeDetail({ role: 'input', width: 20_000, height: 20_000 }), ['Save as…']],
])('offers what applies to %s', async (_what, detail, first) => {
  await openMenu(detail)
  expect((await labels()).slice(0, first.length)).toEqual(first)
  if (detail.asset.role === 'input') expect(await labels()).toEqual(first)
})

test('offers to restore a result in the trash, but not to star or trash it', async () => {
  await openMenu(made({ trashedAt: 1 }))
  const all = await labels()
  expect(all.at(-1)).toBe('Restore')
  expect(all).not.toContain('Move to trash')
  expect(all).not.toContain('Star')
})

test('offers what applies to several results', async () => {
  const selection = { areInTrash: false, areStarred: true }
  const { routes } = await openMenu(made(), { target: { ids: ['a', 'b'], selection } })
  expect(await labels()).toEqual([
    'Export…',
    'Contact sheet…',
    'Compare',
    'Unstar',
    'Add to collection',
    'Move to trash',
  ])
  expect(routes()).not.toContain('library.asset')
})

test('calls the `onRemove` of the screen instead of moving the result to the trash', async () => {
  const onRemove = vi.fn<() => void>()
  await openMenu(made(), { target: { ids: ['a'], onRemove } })
  await userEvent.click(await menuItem('Move to trash'))
  expect(onRemove).toHaveBeenCalledOnce()
})

test('returns the focus to the result after Escape', async () => {
  await openMenu(made())
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('menu', { hidden: true })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Result' }))
})

test('opens and leaves a submenu by keyboard', async () => {
  await openMenu(made())
  const item = await menuItem('Add to collection')
  fireEvent.keyDown(item, { key: 'ArrowRight' })
  expect(item.getAttribute('aria-expanded')).toBe('true')
  fireEvent.keyDown(await menuItem('New collection…'), { key: 'ArrowLeft' })
  expect(item.getAttribute('aria-expanded')).toBe('false')
  expect(screen.getAllByRole('menu', { hidden: true })).toHaveLength(1)
})

test('puts prompt and seed into the open form if it has such fields', async () => {
  const form = { operation: 'edit', model: { slug: 'two' }, fields: [{ name: 'prompt', kind: 'text' }] }
  await openMenu(made(), {
    handlers: { 'forms.open': async () => JSON.parse(JSON.stringify(form)) },
  })
  draftStore.getState().chooseOperation('edit')
  draftStore.getState().chooseModel('edit', 'two')
  await userEvent.click(await menuItem('Reuse prompt'))
  await waitFor(() => expect(draftStore.getState().values['edit']).toEqual({ prompt: 'fog over a pier' }))
  expect(draftStore.getState().operation).toBe('edit')
})

test('puts a prompt of several texts into a field for several texts', async () => {
  const input = ['a pier', 'a lighthouse']
  const line = { name: 'input', label: 'Text', text: 'a pier\n\na lighthouse', as: 'multiline' } as const
  const parameters = { ...PARAMETERS, operation: 'embed', values: { input }, lines: [line] }
  const field = { name: 'input', kind: 'text', several: 100 }
  const form = { operation: 'embed', model: { slug: 'two' }, fields: [field] }
  await openMenu(makeDetail({}, { parameters }), {
    handlers: { 'forms.open': async () => JSON.parse(JSON.stringify(form)) },
  })
  draftStore.getState().chooseOperation('embed')
  draftStore.getState().chooseModel('embed', 'two')
  await userEvent.click(await menuItem('Reuse prompt'))
  await waitFor(() => expect(draftStore.getState().values['embed']).toEqual({ input }))
})

test('leaves the seed unlocked if the seed of a result can’t be put into the form', async () => {
  await openMenu(made(), {
    handlers: { 'forms.open': () => Promise.reject(new StudioError(makeProblem('model_gone'))) },
  })
  draftStore.getState().chooseOperation('edit')
  draftStore.getState().chooseModel('edit', 'two')
  await userEvent.click(await menuItem('Reuse seed'))
  await waitFor(() => expect(toasts.getState().list).toHaveLength(1))
  expect(draftStore.getState().lockedSeeds).toEqual([])
})

test('puts a value that the open form has no field for into the form of its task', async () => {
  await openMenu(made(), {
    handlers: { 'forms.open': async () => JSON.parse('{"fields":[]}') },
  })
  draftStore.getState().chooseOperation('speak')
  draftStore.getState().chooseModel('speak', 'two')
  await userEvent.click(await menuItem('Reuse seed'))
  await waitFor(() => expect(draftStore.getState().values['paint']).toEqual({ seed: 7 }))
  expect(draftStore.getState()).toMatchObject({ operation: 'paint', lockedSeeds: ['paint'] })
})

test('keeps the system’s menu for a text field', () => {
  fakeViewerStudio({})
  show(
    <div {...resultHandlers(() => ({ ids: ['a'] }))}>
      <input aria-label="Note" />
    </div>,
  )
  expect(fireEvent.contextMenu(screen.getByRole('textbox'))).toBe(true)
  expect(resultMenu.getState().request).toBeUndefined()
})

test('reports a drag that is too large', async () => {
  fakeViewerStudio({})
  setBridge({
    ...bridge(),
    dragOut: async () => ({ ok: false, error: { code: 'drag_too_large', money: 'none' } }),
  })
  show(
    <button type="button" draggable {...resultHandlers(() => ({ ids: ['a'] }))}>
      Result
    </button>,
  )
  fireEvent.dragStart(screen.getByRole('button', { name: 'Result' }))
  expect(await screen.findByText(/^That’s more than can be dragged at once/)).toBeDefined()
})

test.each([
  [1, '1 file was left out because it couldn’t be read'],
  [2, '2 files were left out because they couldn’t be read'],
])('says that a drag leaves out %d of its files', async (leftOut, text) => {
  fakeViewerStudio({})
  setBridge({ ...bridge(), dragOut: async () => ({ ok: true, data: { state: 'started', leftOut } }) })
  show(
    <button type="button" draggable {...resultHandlers(() => ({ ids: ['a', 'b', 'c'] }))}>
      Result
    </button>,
  )
  fireEvent.dragStart(screen.getByRole('button', { name: 'Result' }))
  expect(await screen.findByText(text)).toBeDefined()
})

test('drags results out if the host supports it, otherwise nothing', () => {
  fakeViewerStudio({})
  show(
    <button type="button" draggable {...resultHandlers(() => ({ ids: ['a', 'b'] }))}>
      Result
    </button>,
  )
  const drag = () => fireEvent.dragStart(screen.getByRole('button', { name: 'Result' }))
  expect(drag()).toBe(false)
  const dragOut = vi.fn(async () => ({ ok: true, data: { state: 'started', leftOut: 0 } }) as const)
  setBridge({ ...bridge(), dragOut })
  expect(drag()).toBe(false)
  expect(dragOut).toHaveBeenCalledExactlyOnceWith(['a', 'b'])
})
