import { describe, expect, it } from 'vitest'
import { routes } from '../../../../src-preload/contract/routes.ts'
import { catchProblem } from '../../testing/worlds/createBatchWorld.ts'
import { libraryWorld, type ListRequest } from '../../testing/worlds/libraryWorld.ts'
import type { Condition } from '../../../../src-preload/contract/types/filter.ts'
import { listCollections } from './readCollections.ts'

const inCollection = (id: string): Condition => ({ field: 'collection', is: true, values: [id] })
const starred: Condition = { field: 'starred', is: true }
const titles = (page: { tiles: { title: string }[] }) => page.tiles.map(({ title }) => title)

function setUp() {
  const world = libraryWorld()
  const { library } = world
  return { ...world, collections: library.collections }
}

describe('a collection', () => {
  it('is created from a selection and contains each result once; a result may be in many', async () => {
    const { library, collections, database, addJobWithResult, add } = setUp()
    const [a, b] = [addJobWithResult('a'), addJobWithResult('b')]
    const other = add('a', 'a in jpg', 'alternative')
    const posters = await collections.create({ name: 'Posters', ids: [a.id, b.id, other.id, 'gone'] })
    expect(routes['collections.create'].output.parse(posters)).toMatchObject({
      name: 'Posters',
      assets: 2,
      bytes: 200,
    })
    const cards = await collections.create({ name: 'Cards' })
    expect(await collections.add(cards.id, [a.id, b.id])).toEqual([a.id, b.id])
    expect(await collections.add(cards.id, [b.id])).toEqual([])
    expect(await collections.remove(cards.id, [b.id, 'gone'])).toEqual([b.id])
    expect(listCollections(database).map(({ name, assets }) => `${name} ${assets}`)).toEqual([
      'Cards 1',
      'Posters 2',
    ])
    expect(library.assetDetail(a.id).collections.map(({ name }) => name)).toEqual(['Cards', 'Posters'])
    expect(library.assetDetail(b.id).collections.map(({ name }) => name)).toEqual(['Posters'])
  })

  it('leaves its results in the library when it is deleted, and does not count trashed ones', async () => {
    const { library, collections, database, addJobWithResult, page } = setUp()
    const [a, b] = [addJobWithResult('a'), addJobWithResult('b')]
    const { id } = await collections.create({ name: 'Posters', ids: [a.id, b.id] })
    await library.trash([a.id])
    expect(listCollections(database)).toMatchObject([{ assets: 1 }])
    expect(titles(await page({ conditions: [inCollection(id)] }))).toEqual(['prompt of b'])
    expect(titles(await page({ trash: true, conditions: [inCollection(id)] }))).toEqual(['prompt of a'])
    await library.restore([a.id])
    collections.delete(id)
    expect((await page()).totals?.total).toBe(2)
    expect(await catchProblem(() => page({ conditions: [inCollection(id)] }))).toMatchObject({
      code: 'collection_not_found',
    })
  })

  it('has a unique name regardless of case', async () => {
    const { collections } = setUp()
    const { id } = await collections.create({ name: 'Éditions' })
    const { id: other } = await collections.create({ name: 'Cards' })
    const name = 'éDITIONS'
    const taken = { code: 'collection_name_taken', params: { name } }
    expect(await catchProblem(() => collections.create({ name }))).toMatchObject(taken)
    expect(await catchProblem(() => collections.rename({ id: other, name }))).toMatchObject(taken)
    expect(collections.rename({ id, name }).name).toBe(name)
    expect(await catchProblem(() => collections.rename({ id: 'gone', name: 'x' }))).toMatchObject({
      code: 'collection_not_found',
    })
    expect(routes['collections.create'].input.safeParse({ name: '   ' }).success).toBe(false)
  })

  it('receives the results of its jobs unless it was deleted', async () => {
    const { collections, database, addJob, add, page } = setUp()
    const { id } = await collections.create({ name: 'Posters' })
    for (const job of ['a', 'b']) addJob(job)
    database.run('UPDATE jobs SET collection_id = ?', id)
    add('a')
    add('a', 'a in jpg', 'alternative')
    expect(listCollections(database)).toMatchObject([{ assets: 1 }])
    collections.delete(id)
    add('b')
    expect((await page()).totals?.total).toBe(2)
  })
})

describe('a filtered page', () => {
  it('runs at most two SQL statements when filtered by collection, star, both or a search text', async () => {
    const { library, collections, addJobWithResult, database, page } = setUp()
    const ids = Array.from({ length: 60 }, (_, n) => addJobWithResult(`fox ${n}`).id)
    const { id } = await collections.create({ name: 'Posters', ids: ids.slice(0, 30) })
    const collected = inCollection(id)
    await library.star(ids.slice(20, 40), true)
    const walk = async (view: ListRequest) => {
      await page(view)
      const seen: string[] = []
      let next: string | null = null
      do {
        const before = database.statementsRun
        const shown = await page({ ...view, limit: 7, before: next })
        expect(database.statementsRun - before).toBeLessThanOrEqual(2)
        seen.push(...shown.tiles.map((tile) => tile.id))
        next = shown.next
      } while (next !== null)
      return seen
    }
    const newestFirst = (from: number, to: number) => ids.slice(from, to).toReversed()
    expect(await walk({ conditions: [collected] })).toEqual(newestFirst(0, 30))
    expect(await walk({ conditions: [starred] })).toEqual(newestFirst(20, 40))
    expect(await walk({ conditions: [collected, starred] })).toEqual(newestFirst(20, 30))
    expect(await walk({ conditions: [collected], search: 'fox' })).toEqual(newestFirst(0, 30))
    expect(await walk({ conditions: [collected, starred], search: 'fox 2' })).toEqual(newestFirst(20, 30))
    const totals = async (conditions: Condition[]) => (await page({ conditions })).totals
    expect(await totals([collected, starred])).toEqual({ total: 10, bytes: 1000 })
    expect(await totals([collected])).toEqual({ total: 30, bytes: 3000 })
  })
})

describe('a star', () => {
  it('is set and removed, for results only', async () => {
    const { library, addJobWithResult, add, page } = setUp()
    const a = addJobWithResult('a')
    const other = add('a', 'a in jpg', 'alternative')
    await library.star([a.id, other.id], true)
    expect(library.assetDetail(a.id).asset.starredAt).not.toBeNull()
    expect(library.assetDetail(other.id).asset.starredAt).toBeNull()
    expect((await page({ conditions: [starred] })).totals?.total).toBe(1)
    await library.star([a.id], false)
    expect(await page({ conditions: [starred] })).toMatchObject({
      tiles: [],
      totals: { total: 0, bytes: 0 },
    })
    expect(await catchProblem(() => library.star(['gone'], true))).toMatchObject({ code: 'asset_not_found' })
  })

  it('notifies the window once for many results', async () => {
    const { library, addJobWithResult, clock, events } = setUp()
    const ids = Array.from({ length: 20 }, (_, n) => addJobWithResult(`${n}`).id)
    await clock.advance(1000)
    events.length = 0
    await library.star(ids, true)
    await clock.advance(1000)
    expect(events).toEqual([{ type: 'library.changed', added: 0 }])
  })
})

it('collections and the collections of a result are sorted by the numbers in their names', async () => {
  const { library, collections, database, addJobWithResult } = setUp()
  const { id } = addJobWithResult('a')
  for (const name of ['Set 10', 'set 2', 'Set 1', 'Étude']) await collections.create({ name, ids: [id] })
  const sorted = ['Étude', 'Set 1', 'set 2', 'Set 10']
  expect(listCollections(database).map(({ name }) => name)).toEqual(sorted)
  expect(library.assetDetail(id).collections.map(({ name }) => name)).toEqual(sorted)
})
