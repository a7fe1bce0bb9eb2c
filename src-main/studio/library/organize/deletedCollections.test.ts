import { describe, expect, it } from 'vitest'
import { routes } from '../../../../src-preload/contract/routes.ts'
import type { Condition } from '../../../../src-preload/contract/types/filter.ts'
import { catchProblem } from '../../testing/worlds/createBatchWorld.ts'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'
import { listCollections } from './readCollections.ts'

function deletionWorld() {
  const world = libraryWorld()
  const { library, database } = world
  const { collections } = library
  const shown = () =>
    listCollections(database).map(
      ({ name, assets, parentId }) =>
        `${name} ${assets}${parentId === null ? '' : ` in ${nameOf(parentId)}`}`,
    )
  const nameOf = (id: string) => listCollections(database).find((other) => other.id === id)?.name ?? '?'
  const create = async (name: string, { ids = [], parentId }: { ids?: string[]; parentId?: string } = {}) =>
    (await collections.create({ name, ids, parentId: parentId ?? null })).id
  const inCollection = (id: string): { conditions: Condition[] } => ({
    conditions: [{ field: 'collection', is: true, values: [id] }],
  })
  const rowCounts = () => ({
    collections: database.get('SELECT count(*) AS n FROM collections')?.['n'],
    assets: database.get('SELECT count(*) AS n FROM collection_assets')?.['n'],
  })
  const nextStart = async () => {
    collections.finishDeletions()
    await collections.removeDeleted(() => true)
  }
  return { ...world, collections, shown, create, inCollection, rowCounts, nextStart }
}

describe('a deleted collection', () => {
  it('is restored with its results in order, its cover, its creation time and the collections inside it', async () => {
    const { collections, database, addJobWithResult, create, shown, inCollection, page } = deletionWorld()
    const ids = ['a', 'b', 'c'].map((id) => addJobWithResult(id).id)
    const posters = await create('Posters', { ids })
    await create('Drafts', { ids: ids.slice(0, 1), parentId: posters })
    collections.setCover({ id: posters, assetId: ids[0] ?? null })
    const before = listCollections(database)
    const order = (await page(inCollection(posters))).tiles.map(({ id }) => id)
    collections.delete(posters)
    expect(shown()).toEqual(['Drafts 1'])
    expect(await catchProblem(() => page(inCollection(posters)))).toMatchObject({
      code: 'collection_not_found',
    })
    expect(routes['collections.restore'].output.parse(collections.restore(posters))).toEqual(
      before.find(({ id }) => id === posters),
    )
    expect(listCollections(database)).toEqual(before)
    expect((await page(inCollection(posters))).tiles.map(({ id }) => id)).toEqual(order)
  })

  it('is deleted and restored even if another collection has its id as its name', async () => {
    const { collections, create, shown } = deletionWorld()
    const posters = await create('Posters')
    await create(posters)
    collections.delete(posters)
    expect(shown()).toEqual([`${posters} 0`])
    collections.restore(posters)
    expect(shown().toSorted()).toEqual(['Posters 0', `${posters} 0`].toSorted())
  })

  it('is left out of lists, details and facets, and rejects every change', async () => {
    const { collections, addJobWithResult, create, library } = deletionWorld()
    const { id: result } = addJobWithResult('a')
    const posters = await create('Posters', { ids: [result] })
    collections.delete(posters)
    expect(library.assetDetail(result).collections).toEqual([])
    const facets = await library.gallery.facets({ filter: { trash: false, search: '', conditions: [] } })
    expect(facets.facets.find(({ field }) => field === 'collection')?.values ?? []).toEqual([])
    const changes = [
      () => collections.delete(posters),
      () => collections.rename({ id: posters, name: 'x' }),
      () => collections.move({ id: posters, parentId: null }),
      () => collections.setCover({ id: posters, assetId: null }),
      () => collections.add(posters, [result]),
      () => collections.remove(posters, [result]),
      () => collections.create({ name: 'x', parentId: posters }),
    ]
    for (const change of changes)
      expect(await catchProblem(async () => Promise.resolve(change()))).toMatchObject({
        code: 'collection_not_found',
      })
  })

  it('frees its name, and gets a number if it is restored while another one has it', async () => {
    const { collections, create, shown } = deletionWorld()
    const first = await create('Posters')
    collections.delete(first)
    const second = await create('POSTERS')
    await create('posters 2')
    expect(collections.restore(first).name).toBe('Posters 3')
    collections.delete(second)
    collections.delete(first)
    collections.restore(second)
    collections.restore(first)
    expect(shown()).toEqual(['POSTERS 0', 'posters 2 0', 'Posters 3 0'])
  })

  it('keeps the results that its jobs save while it is deleted', async () => {
    const { collections, create, shown, addJob, add, database } = deletionWorld()
    const posters = await create('Posters')
    addJob('a')
    database.run('UPDATE jobs SET collection_id = ?', posters)
    collections.delete(posters)
    add('a')
    collections.restore(posters)
    expect(shown()).toEqual(['Posters 1'])
  })

  it('is restored without its parent or children if moves made the nesting too deep', async () => {
    const { collections, create, shown } = deletionWorld()
    const posters = await create('Posters')
    const drafts = await create('Drafts', { parentId: posters })
    const cards = await create('Cards')
    collections.delete(posters)
    collections.move({ id: cards, parentId: drafts })
    collections.restore(posters)
    expect(shown()).toEqual(['Cards 0 in Drafts', 'Drafts 0', 'Posters 0'])
    collections.delete(cards)
    collections.move({ id: drafts, parentId: posters })
    collections.restore(cards)
    expect(shown()).toEqual(['Cards 0', 'Drafts 0 in Posters', 'Posters 0'])
  })

  it('is restored at the top level if collections were created in it while its parent was deleted', async () => {
    const { collections, create, shown } = deletionWorld()
    const posters = await create('Posters')
    const drafts = await create('Drafts', { parentId: posters })
    collections.delete(posters)
    await create('Cards', { parentId: drafts })
    collections.delete(drafts)
    collections.restore(posters)
    collections.restore(drafts)
    expect(shown()).toEqual(['Cards 0 in Drafts', 'Drafts 0', 'Posters 0'])
  })

  it('is removed at the next start, after which it cannot be restored', async () => {
    const { collections, create, addJobWithResult, rowCounts, nextStart, database, addJob } = deletionWorld()
    const posters = await create('Posters', {
      ids: Array.from({ length: 250 }, (_, n) => addJobWithResult(`r${n}`).id),
    })
    const cards = await create('Cards', { ids: [addJobWithResult('a').id] })
    addJob('open')
    database.run("UPDATE jobs SET collection_id = ? WHERE id = 'open'", posters)
    collections.delete(posters)
    collections.finishDeletions()
    expect(await catchProblem(async () => collections.restore(posters))).toMatchObject({
      code: 'collection_not_found',
    })
    await nextStart()
    expect(rowCounts()).toEqual({ collections: 1, assets: 1 })
    expect(database.get("SELECT collection_id FROM jobs WHERE id = 'open'")).toEqual({ collection_id: null })
    expect(listCollections(database).map(({ id }) => id)).toEqual([cards])
  })

  it('whose removal is interrupted by the end of the session is removed at the next start', async () => {
    const { collections, create, addJobWithResult, rowCounts, nextStart } = deletionWorld()
    const ids = Array.from({ length: 250 }, (_, n) => addJobWithResult(`r${n}`).id)
    collections.delete(await create('Posters', { ids }))
    collections.finishDeletions()
    let batches = 0
    await collections.removeDeleted(() => ++batches < 3)
    expect(rowCounts().collections).toBe(1)
    await nextStart()
    expect(rowCounts()).toEqual({ collections: 0, assets: 0 })
  })
})
