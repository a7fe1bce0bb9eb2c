import { describe, expect, it } from 'vitest'
import type { Condition, LibraryFilter } from '../../../../src-preload/contract/types/filter.ts'
import { catchProblem } from '../../testing/worlds/createBatchWorld.ts'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'

function changeWorld(results = 12) {
  const world = libraryWorld()
  const { library, addJobWithResult } = world
  const { tags, searches } = library
  const ids = Array.from({ length: results }, (_, n) => addJobWithResult(`r${n}`).id)
  const tag = (tagged: readonly string[], ...add: string[]) =>
    tags.change({ ids: [...tagged], add, remove: [] })
  const tagsOf = () => ids.map((id) => library.assetDetail(id).tags.join(' '))
  const save = (name: string, ...conditions: Condition[]) =>
    searches.save({ name, filter: filter(...conditions), sort: { by: 'date', descending: true } })
  const saved = () =>
    searches
      .list()
      .flatMap(({ filter: { conditions } }) =>
        conditions.map(
          (condition) => `${condition.is} ${'values' in condition ? condition.values.join(' ') : ''}`,
        ),
      )
  const renamings = () => world.events.filter(({ type }) => type === 'tag.renamed')
  const found = async (search: string) => (await world.page({ search })).tiles.length
  return { ...world, tags, searches, ids, tag, tagsOf, save, saved, renamings, found }
}

const filter = (...conditions: Condition[]): LibraryFilter => ({ trash: false, search: '', conditions })
const hasTag = (...values: string[]): Condition => ({ field: 'tag', is: true, values })

describe('renaming a tag', () => {
  it('renames it in saved searches, in any case, and notifies the windows', async () => {
    const { ids, tag, tags, save, saved, renamings } = changeWorld()
    await tag(ids, 'Sea')
    save('a', hasTag('SEA', 'fog'), { field: 'tag', is: false, values: ['sea'] })
    save('b', { field: 'model', is: true, values: ['Sea'] })
    await tags.rename({ name: 'sea', newName: 'ocean', merge: false })
    expect(saved()).toEqual(['true ocean fog', 'false ocean', 'true Sea'])
    await tags.rename({ name: 'ocean', newName: 'Ocean', merge: false })
    expect(saved()).toEqual(['true Ocean fog', 'false Ocean', 'true Sea'])
    expect(renamings()).toEqual([
      { type: 'tag.renamed', name: 'Sea', newName: 'ocean' },
      { type: 'tag.renamed', name: 'ocean', newName: 'Ocean' },
    ])
  })

  it('into an existing tag leaves each name once in a saved search, in the spelling of that tag', async () => {
    const { ids, tag, tags, save, saved } = changeWorld()
    await tag(ids.slice(0, 8), 'Sea')
    await tag(ids.slice(4), 'ocean')
    save('a', hasTag('ocean', 'fog', 'Sea'))
    await tags.rename({ name: 'ocean', newName: 'SEA', merge: true })
    expect(saved()).toEqual(['true Sea fog'])
  })
})

describe('undoing', () => {
  it('a renaming brings back the name of the tag, in searches of results and in saved ones', async () => {
    const { ids, tag, tags, tagsOf, save, saved, renamings, found } = changeWorld()
    await tag(ids.slice(3), 'Sea')
    save('a', hasTag('sea'))
    const before = tagsOf()
    const { change } = await tags.rename({ name: 'Sea', newName: 'ocean', merge: false })
    expect(await found('ocean')).toBe(9)
    await tags.undo(change)
    expect(tagsOf()).toEqual(before)
    expect([saved(), await found('ocean'), await found('sea')]).toEqual([['true sea'], 0, 9])
    expect(renamings().at(-1)).toEqual({ type: 'tag.renamed', name: 'ocean', newName: 'Sea' })
  })

  it('a changed case brings back the earlier one', async () => {
    const { ids, tag, tags, tagsOf } = changeWorld(2)
    await tag(ids, 'sea')
    await tags.undo((await tags.rename({ name: 'sea', newName: 'SEA', merge: false })).change)
    expect(tagsOf()).toEqual(['sea', 'sea'])
  })

  it('a merge separates the tags exactly, and reports no renaming to the windows', async () => {
    const { ids, tag, tags, tagsOf, save, saved, renamings } = changeWorld()
    await tag(ids.slice(0, 8), 'Sea')
    await tag(ids.slice(4), 'ocean')
    save('a', hasTag('ocean'))
    save('b', hasTag('Sea'))
    const before = tagsOf()
    const { change } = await tags.rename({ name: 'ocean', newName: 'Sea', merge: true })
    expect(saved()).toEqual(['true Sea', 'true Sea'])
    await tags.undo(change)
    expect(tagsOf()).toEqual(before)
    expect(saved()).toEqual(['true ocean', 'true Sea'])
    expect(renamings()).toHaveLength(1)
  })

  it('a deletion brings the tag back, without results that were deleted meanwhile, and is possible once', async () => {
    const { ids, tag, tags, tagsOf, library, found, save, saved } = changeWorld()
    await tag(ids, 'Sea')
    save('a', hasTag('Sea'))
    const { change } = await tags.delete('sea')
    expect([tags.findMissing(['SEA', 'fog']), saved(), await found('sea')]).toEqual([
      ['SEA', 'fog'],
      ['true Sea'],
      0,
    ])
    await library.trash(ids.slice(0, 1))
    await library.emptyTrash()
    await tags.undo(change)
    ids.shift()
    expect(tagsOf()).toEqual(ids.map(() => 'Sea'))
    expect([tags.findMissing(['SEA', 'fog']), await found('sea')]).toEqual([['fog'], 11])
    expect(await catchProblem(() => tags.undo(change))).toMatchObject({ code: 'tag_not_found' })
  })

  it('a deletion whose results were all deleted brings back no empty tag', async () => {
    const { ids, tag, tags, library } = changeWorld(2)
    await tag(ids, 'Sea')
    const { change } = await tags.delete('Sea')
    await library.trash(ids)
    await library.emptyTrash()
    await tags.undo(change)
    expect(tags.list({ search: '', limit: 10 })).toEqual({ tags: [], total: 0 })
  })

  it('keeps a saved search that was changed since', async () => {
    const { ids, tag, tags, save, saved, searches } = changeWorld()
    await tag(ids, 'Sea')
    const { id, name, sort } = save('a', hasTag('Sea'))
    const { change } = await tags.rename({ name: 'Sea', newName: 'ocean', merge: false })
    searches.save({ id, name, sort, filter: filter(hasTag('ocean', 'fog')) })
    await tags.undo(change)
    expect(saved()).toEqual(['true ocean fog'])
  })
})

it('tags are listed page by page', async () => {
  const { ids, tag, tags } = changeWorld()
  await tag(ids.slice(0, 3), 'b', 'c')
  await tag(ids, 'a')
  const names = (skip: number) =>
    tags.list({ search: '', skip, limit: 2 }).tags.map(({ name, results }) => `${name} ${results}`)
  expect([names(0), names(2)]).toEqual([['a 12', 'b 3'], ['c 3']])
})
