import { describe, expect, it } from 'vitest'
import { routes } from '../../../../src-preload/contract/routes.ts'
import { catchProblem } from '../../testing/worlds/createBatchWorld.ts'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'
import { findCollection, listCollections } from './readCollections.ts'

function collectionWorld() {
  const world = libraryWorld()
  const { library, database } = world
  const { collections } = library
  const find = (id: string) => findCollection(database, id)
  const parentOf = (id: string) => find(id)?.parentId
  return { ...world, collections, find, parentOf }
}

describe('a collection inside another one', () => {
  it('is created there or moved there and out again', async () => {
    const { collections, parentOf } = collectionWorld()
    const { id: posters } = await collections.create({ name: 'Posters' })
    const { id: drafts, parentId } = await collections.create({ name: 'Drafts', parentId: posters })
    expect(parentId).toBe(posters)
    const { id: cards } = await collections.create({ name: 'Cards' })
    expect(
      routes['collections.move'].output.parse(collections.move({ id: cards, parentId: posters })),
    ).toMatchObject({ parentId: posters })
    expect([parentOf(posters), parentOf(drafts), parentOf(cards)]).toEqual([null, posters, posters])
    collections.move({ id: cards, parentId: null })
    expect(parentOf(cards)).toBeNull()
  })

  it('cannot contain collections, and a collection that contains others cannot be moved into another', async () => {
    const { collections, database, parentOf } = collectionWorld()
    const { id: posters } = await collections.create({ name: 'Posters' })
    const { id: drafts } = await collections.create({ name: 'Drafts', parentId: posters })
    const { id: cards } = await collections.create({ name: 'Cards' })
    const nesting = { code: 'collection_nesting' }
    expect(await catchProblem(() => collections.create({ name: 'Deeper', parentId: drafts }))).toMatchObject(
      nesting,
    )
    const move = (id: string, parentId: string) =>
      catchProblem(async () => collections.move({ id, parentId }))
    expect(await move(cards, drafts)).toMatchObject(nesting)
    expect(await move(posters, cards)).toMatchObject(nesting)
    expect(await move(cards, cards)).toMatchObject(nesting)
    expect(await move(cards, 'gone')).toMatchObject({ code: 'collection_not_found' })
    expect(await move('gone', cards)).toMatchObject({ code: 'collection_not_found' })
    expect([parentOf(posters), parentOf(drafts), parentOf(cards)]).toEqual([null, posters, null])
    expect(listCollections(database)).toHaveLength(3)
  })

  it('remains with its results when its parent is deleted', async () => {
    const { collections, find, addJobWithResult } = collectionWorld()
    const { id: posters } = await collections.create({ name: 'Posters', ids: [addJobWithResult('a').id] })
    const { id: drafts } = await collections.create({
      name: 'Drafts',
      ids: [addJobWithResult('b').id],
      parentId: posters,
    })
    // The parent counts its own results only.
    expect(find(posters)).toMatchObject({ assets: 1 })
    collections.delete(posters)
    expect(find(drafts)).toMatchObject({ parentId: null, assets: 1 })
  })
})

describe('the cover of a collection', () => {
  it('is its newest result outside the trash, unless another one is chosen', async () => {
    const { collections, library, addJobWithResult, find } = collectionWorld()
    const [a, b, c] = [addJobWithResult('a').id, addJobWithResult('b').id, addJobWithResult('c').id]
    const { id, cover } = await collections.create({ name: 'Posters', ids: [a, b, c] })
    expect(cover).toEqual({ id: c, kind: 'image', mime: 'image/png', width: 64, height: 48, hasThumb: false })
    await library.trash([c])
    expect(find(id)).toMatchObject({ cover: { id: b }, isCoverChosen: false })
    expect(collections.setCover({ id, assetId: a })).toMatchObject({ cover: { id: a }, isCoverChosen: true })
    collections.setCover({ id, assetId: null })
    expect(find(id)).toMatchObject({ cover: { id: b }, isCoverChosen: false })
  })

  it('must be in the collection; one that was removed, trashed or deleted is replaced by the newest result', async () => {
    const { collections, library, addJobWithResult, find } = collectionWorld()
    const [a, b, other] = [addJobWithResult('a').id, addJobWithResult('b').id, addJobWithResult('c').id]
    const { id } = await collections.create({ name: 'Posters', ids: [a, b] })
    const choose = (assetId: string) => collections.setCover({ id, assetId })
    expect(await catchProblem(async () => choose(other))).toMatchObject({ code: 'asset_not_found' })
    choose(a)
    await library.trash([a])
    expect(find(id)).toMatchObject({ cover: { id: b } })
    await library.restore([a])
    expect(find(id)).toMatchObject({ cover: { id: a }, isCoverChosen: true })
    await collections.remove(id, [a])
    expect(find(id)).toMatchObject({ cover: { id: b }, isCoverChosen: false })
    choose(b)
    await library.trash([b])
    await library.emptyTrash()
    expect(find(id)).toMatchObject({ cover: null, isCoverChosen: false })
  })
})

it('deleting a result does not scan the collections', () => {
  const { database } = collectionWorld()
  const plan = (column: string) =>
    database
      .all(`EXPLAIN QUERY PLAN SELECT rowid FROM collections WHERE ${column} = 'x'`)
      .map(({ detail }) => String(detail))
  expect(plan('cover_id')[0]).toMatch(/^SEARCH .* collections_by_cover/)
  expect(plan('parent_id')[0]).toMatch(/^SEARCH .* collections_by_parent/)
})
