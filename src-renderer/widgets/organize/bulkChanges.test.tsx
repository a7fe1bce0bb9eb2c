import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { StudioError } from '../../../src-preload/shared/StudioError.ts'
import { setBridge } from '../../host/bridge.ts'
import { bridgeOf } from '../../screens/create/testing/fakeCreateStudio.ts'
import { show } from '../../screens/gallery/testing/show.tsx'
import { useCollectionActions } from '../collections/useCollectionActions.ts'
import { toasts } from '../../lib/toasts.ts'
import { clearUndoStack, undoLast } from './undoStack.ts'
import { useRate } from './useRate.ts'
import { useStar } from './useStar.ts'
import { useTagActions } from './useTags.ts'
import { useTrash } from './useTrash.ts'

beforeEach(() => {
  clearUndoStack()
  toasts.setState({ list: [] })
})

/** More results than two calls take. */
const manyIds = Array.from({ length: 25_000 }, (_, index) => `r${index}`)

/** More tags than two calls take. */
const manyTags = Array.from({ length: 45 }, (_, index) => `tag${index}`)

/** A button that changes results at once. */
function ChangeButton({ name, ids = manyIds }: { name: string; ids?: readonly string[] }) {
  const star = useStar()
  const rate = useRate()
  const tags = useTagActions()
  const { trash } = useTrash()
  const collections = useCollectionActions()
  const changes: Record<string, () => void> = {
    Star: () => star(ids, true),
    Rate: () => rate(ids, 5),
    Tag: () => tags.add(ids, ['sea']),
    'Tag with many': () => tags.add(['r1', 'r2'], manyTags),
    Trash: () => trash(ids),
    Collect: () => collections.add({ id: 'c', name: 'Fogs' }, ids),
  }
  return (
    <button type="button" onClick={changes[name]}>
      {name}
    </button>
  )
}

/** Shows the button of a change. `calls`: how many calls succeed before the disk is full. */
function open(name: string, calls: number) {
  const studio = { calls, changed: new Set<string>() }
  const setTo = (isChanged: boolean, part: readonly string[]): string[] => {
    if (studio.calls-- <= 0) throw new StudioError({ code: 'disk_full', money: 'none' })
    const changing = part.filter((id) => studio.changed.has(id) !== isChanged)
    for (const id of changing) {
      if (isChanged) studio.changed.add(id)
      else studio.changed.delete(id)
    }
    return changing
  }
  setBridge(
    bridgeOf({
      'library.star': async (input) => ({ changed: setTo(input.starred, input.ids) }),
      'library.rate': async ({ ids: part, rating }) => {
        const groups = Map.groupBy(setTo(rating === 5, part), (id) => (id.length < 6 ? 1 : 2))
        return { previous: [...groups].map(([previous, group]) => ({ rating: previous, ids: group })) }
      },
      'library.tag': async ({ ids: part, add, remove }) => {
        const groups = [...add, ...remove].map((tag) => ({ tag, ids: setTo(add.length > 0, part) }))
        return add.length > 0 ? { added: groups, removed: [] } : { added: [], removed: groups }
      },
      'library.trash': async (input) => ({ changed: setTo(true, input.ids) }),
      'library.restore': async (input) => ({ changed: setTo(false, input.ids) }),
      'collections.add': async (input) => ({ changed: setTo(true, input.ids) }),
      'collections.remove': async (input) => ({ changed: setTo(false, input.ids) }),
    }),
  )
  show(<ChangeButton name={name} />)
  return studio
}

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const undo = async () => userEvent.click(await screen.findByRole('button', { name: 'Undo' }))

test.each(['Star', 'Rate', 'Tag', 'Trash', 'Collect'])(
  '%s: a partly failed undo of 25,000 results reports both numbers, and is offered for the rest',
  async (name) => {
    const studio = open(name, Infinity)
    await click(name)
    await screen.findByRole('button', { name: 'Undo' })
    studio.calls = 1
    await undo()
    expect(await screen.findByText('Undone for 10,000 results, not for 15,000')).toBeDefined()
    expect(studio.changed.size).toBe(15_000)
    studio.calls = 2
    await undo()
    expect(await screen.findByText(/^Undone: /)).toBeDefined()
    expect(studio.changed.size).toBe(0)
  },
)

test.each(['Star', 'Rate', 'Tag', 'Trash', 'Collect'])(
  '%s: a partly failed change of 25,000 results can be undone for the changed ones',
  async (name) => {
    const studio = open(name, 1)
    await click(name)
    expect(await screen.findByText(/10,000/)).toBeDefined()
    studio.calls = Infinity
    await undo()
    await waitFor(() => expect(studio.changed.size).toBe(0))
  },
)

test('an undo that fails for all results is offered again', async () => {
  const studio = open('Star', Infinity)
  await click('Star')
  await screen.findByRole('button', { name: 'Undo' })
  studio.calls = 0
  await undo()
  expect(await screen.findByText('Not undone: Starred 25,000 results')).toBeDefined()
  studio.calls = Infinity
  await undo()
  expect(await screen.findByText('Undone: Starred 25,000 results')).toBeDefined()
  expect(studio.changed.size).toBe(0)
})

/** Rates, trashes and collects results one after another. `deleted`: results that don't exist any more. */
async function openSequence(changes: readonly string[], ids: readonly string[] = ['r1', 'r2']) {
  const studio = { ratings: [] as unknown[], deleted: new Set<string>(), isCollectionDeleted: false }
  const existing = (part: readonly string[]): string[] => {
    const found = part.filter((id) => !studio.deleted.has(id))
    if (found.length === 0) throw new StudioError({ code: 'asset_not_found', money: 'none' })
    return found
  }
  setBridge(
    bridgeOf({
      'library.rate': async ({ ids: part, rating }) => {
        studio.ratings.push({ ids: existing(part), rating })
        const previous = part.map((id, index) => ({ rating: index, ids: [id] }))
        return { previous: rating === 5 ? previous : [] }
      },
      'library.trash': async (input) => ({ changed: existing(input.ids) }),
      'library.restore': async (input) => ({ changed: existing(input.ids) }),
      'collections.add': async (input) => ({ changed: existing(input.ids) }),
      'collections.remove': async (input) => {
        if (studio.isCollectionDeleted) throw new StudioError({ code: 'collection_not_found', money: 'none' })
        return { changed: existing(input.ids) }
      },
    }),
  )
  show(changes.map((name) => <ChangeButton key={name} name={name} ids={ids} />))
  for (const name of changes) {
    await click(name)
    await screen.findByText({ Rate: /^Rated/, Trash: /^Moved/, Collect: /^Added/ }[name] ?? name)
  }
  return studio
}

test.each(['Trash', 'Collect'])(
  '%s: a change that can’t be undone because what it changed was deleted leaves Undo to the earlier one',
  async (name) => {
    const studio = await openSequence(['Rate', name])
    if (name === 'Trash') studio.deleted.add('r1').add('r2')
    else studio.isCollectionDeleted = true
    await act(undoLast)
    expect(await screen.findByText(/^Not undone: /)).toBeDefined()
    studio.deleted.clear()
    await act(undoLast)
    expect(await screen.findByText(/^Undone: Rated/)).toBeDefined()
  },
)

test('a change is undone for the results that still exist, and not offered again for the deleted ones', async () => {
  const studio = await openSequence(['Rate'])
  studio.deleted.add('r1')
  await act(undoLast)
  expect(await screen.findByText('Undone for 1 result, not for 1')).toBeDefined()
  expect(studio.ratings.slice(1)).toEqual([{ ids: ['r2'], rating: 1 }])
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test.each([
  { what: 'groups', name: 'Rate', ids: ['r1', 'r2', 'r3', 'r4', 'r5', 'r6'] },
  { what: 'parts', name: 'Trash', ids: manyIds },
])(
  'an undo for several $what of deleted results shows one error beside earlier toasts',
  async ({ name, ids }) => {
    const studio = await openSequence([name], ids)
    act(() => void toasts.getState().show({ text: 'Exported' }))
    for (const id of ids) studio.deleted.add(id)
    await act(undoLast)
    const texts = toasts.getState().list.map(({ text }) => text)
    expect(texts).toEqual([
      'Exported',
      expect.stringMatching(/deleted/),
      expect.stringMatching(/^Not undone: /),
    ])
  },
)

test('more tags than one call takes are all added, and one undo removes them', async () => {
  const tagsOf = new Map<string, Set<string>>([
    ['r1', new Set()],
    ['r2', new Set()],
  ])
  const calls: number[] = []
  setBridge(
    bridgeOf({
      'library.tag': async ({ ids: part, add, remove }) => {
        calls.push(add.length + remove.length)
        for (const id of part) {
          for (const tag of add) tagsOf.get(id)?.add(tag)
          for (const tag of remove) tagsOf.get(id)?.delete(tag)
        }
        const groups = [...add, ...remove].map((tag) => ({ tag, ids: part }))
        return add.length > 0 ? { added: groups, removed: [] } : { added: [], removed: groups }
      },
    }),
  )
  show(<ChangeButton name="Tag with many" />)
  await click('Tag with many')
  await screen.findByRole('button', { name: 'Undo' })
  expect(calls).toEqual([20, 20, 5])
  expect([...(tagsOf.get('r2') ?? [])]).toEqual(manyTags)
  await undo()
  await waitFor(() => expect(tagsOf.get('r2')?.size).toBe(0))
})

test('undoing a move to the trash says how many results were restored', async () => {
  open('Trash', Infinity)
  await click('Trash')
  await undo()
  expect(await screen.findByText('Restored 25,000 results')).toBeDefined()
})
