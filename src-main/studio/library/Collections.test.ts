import { describe, expect, it } from 'vitest'
import { routes } from '../../../src-preload/contract/routes.ts'
import { refusalOf } from '../testing/worlds/batchWorld.ts'
import { libraryWorld } from '../testing/worlds/libraryWorld.ts'
import { buildPageQuery } from './search/readLibraryPage.ts'

const first = { before: null, limit: 100, trash: false }
const titles = (page: { tiles: { title: string }[] }) => page.tiles.map(({ title }) => title)

function setUp() {
  const world = libraryWorld()
  const { library } = world
  return { ...world, collections: library.collections }
}

describe('a collection', () => {
  it('is created from a selection and contains each result once; a result may be in many', async () => {
    const { library, collections, made, add } = setUp()
    const [a, b] = [made('a'), made('b')]
    const other = add('a', 'a in jpg', 'alternative')
    const posters = await collections.create({ name: 'Posters', ids: [a.id, b.id, other.id, 'gone'] })
    expect(routes['collections.create'].output.parse(posters)).toMatchObject({
      name: 'Posters',
      assets: 2,
      bytes: 200,
    })
    const cards = await collections.create({ name: 'Cards' })
    expect(await collections.add(cards.id, [a.id, b.id])).toBe(2)
    expect(await collections.add(cards.id, [b.id])).toBe(0)
    expect(await collections.remove(cards.id, [b.id, 'gone'])).toBe(1)
    expect(collections.list().map(({ name, assets }) => `${name} ${assets}`)).toEqual([
      'Cards 1',
      'Posters 2',
    ])
    expect(library.assetDetail(a.id).collections.map(({ name }) => name)).toEqual(['Cards', 'Posters'])
    expect(library.assetDetail(b.id).collections.map(({ name }) => name)).toEqual(['Posters'])
  })

  it('leaves its results in the library when it is deleted, and does not count trashed ones', async () => {
    const { library, collections, made } = setUp()
    const [a, b] = [made('a'), made('b')]
    const { id } = await collections.create({ name: 'Posters', ids: [a.id, b.id] })
    await library.trash([a.id])
    expect(collections.list()).toMatchObject([{ assets: 1 }])
    expect(titles(library.page({ ...first, collection: id }))).toEqual(['prompt of b'])
    expect(titles(library.page({ ...first, trash: true, collection: id }))).toEqual(['prompt of a'])
    await library.restore([a.id])
    await collections.delete(id)
    expect(library.page(first).total).toBe(2)
    expect(await refusalOf(() => library.page({ ...first, collection: id }))).toMatchObject({
      code: 'collection_not_found',
    })
  })

  it('has a unique name regardless of case', async () => {
    const { collections } = setUp()
    const { id } = await collections.create({ name: 'Posters' })
    const { id: other } = await collections.create({ name: 'Cards' })
    const taken = { code: 'collection_name_taken', params: { name: 'POSTERS' } }
    expect(await refusalOf(() => collections.create({ name: 'POSTERS' }))).toMatchObject(taken)
    expect(await refusalOf(() => collections.rename({ id: other, name: 'POSTERS' }))).toMatchObject(taken)
    expect(collections.rename({ id, name: 'POSTERS' }).name).toBe('POSTERS')
    expect(await refusalOf(() => collections.rename({ id: 'gone', name: 'x' }))).toMatchObject({
      code: 'collection_not_found',
    })
    expect(routes['collections.create'].input.safeParse({ name: '   ' }).success).toBe(false)
  })

  it('receives the results of its jobs unless it was deleted', async () => {
    const { library, collections, database, addJob, add } = setUp()
    const { id } = await collections.create({ name: 'Posters' })
    for (const job of ['a', 'b']) addJob(job)
    database.run('UPDATE jobs SET collection_id = ?', id)
    add('a')
    add('a', 'a in jpg', 'alternative')
    expect(collections.list()).toMatchObject([{ assets: 1 }])
    await collections.delete(id)
    add('b')
    expect(library.page(first).total).toBe(2)
  })
})

describe('a filtered page', () => {
  it('needs one statement, by collection, by star, by both and in a search', async () => {
    const { library, collections, made, database } = setUp()
    const ids = Array.from({ length: 60 }, (_, n) => made(`fox ${n}`).id)
    const { id: collection } = await collections.create({ name: 'Posters', ids: ids.slice(0, 30) })
    await library.star(ids.slice(20, 40), true)
    const walk = (view: Parameters<typeof library.page>[0]) => {
      library.page(view)
      const seen: string[] = []
      let next: string | null = null
      let pages = 0
      const before = database.statementsRun
      do {
        const page = library.page({ ...view, limit: 7, before: next })
        seen.push(...page.tiles.map(({ id }) => id))
        expect(page.total).toBe(seen.length + (page.next === null ? 0 : page.total - seen.length))
        next = page.next
        pages++
      } while (next !== null)
      // A search or filter reads the last sequence number once.
      expect(database.statementsRun - before).toBeLessThanOrEqual(pages + 1)
      return seen
    }
    const newest = (from: number, to: number) => ids.slice(from, to).toReversed()
    expect(walk({ ...first, collection })).toEqual(newest(0, 30))
    expect(walk({ ...first, starred: true })).toEqual(newest(20, 40))
    expect(walk({ ...first, collection, starred: true })).toEqual(newest(20, 30))
    expect(walk({ ...first, collection, search: 'fox' })).toEqual(newest(0, 30))
    expect(walk({ ...first, collection, starred: true, search: 'fox 2' })).toEqual(newest(20, 30))
    expect(library.page({ ...first, collection, starred: true })).toMatchObject({ total: 10, bytes: 1000 })
    expect(library.page({ ...first, collection })).toMatchObject({ total: 30, bytes: 3000 })
  })

  it('is read by index seeks, regardless of the number of results', () => {
    const { database } = setUp()
    const plan = (view: Parameters<typeof buildPageQuery>[0], end: 'newest' | 'oldest' = 'newest') => {
      const { sql, values } = buildPageQuery(view).page({ above: 3, below: 9 }, end, 50)
      return database.all(`EXPLAIN QUERY PLAN ${sql}`, ...values).map(({ detail }) => String(detail))
    }
    const sorts = (steps: string[]) => steps.filter((step) => step.includes('TEMP B-TREE')).length
    const starred = plan({ trash: false, starred: true })
    const collected = plan({ trash: false, collection: 'x' })
    expect(starred).toContainEqual(expect.stringMatching(/SEARCH a USING INDEX assets_starred/))
    expect(collected).toContainEqual(
      expect.stringMatching(
        /SEARCH c USING PRIMARY KEY \(collection_id=\? AND asset_seq>\? AND asset_seq<\?\)/,
      ),
    )
    const upwards = [
      { trash: false },
      { trash: true },
      { trash: false, search: 'fox' },
      { trash: false, starred: true },
    ]
    // Only the page itself is sorted.
    for (const steps of [starred, collected, ...upwards.map((view) => plan(view, 'oldest'))])
      expect(sorts(steps)).toBeLessThanOrEqual(1)
  })
})

describe('a star', () => {
  it('is set and removed, for results only', async () => {
    const { library, made, add } = setUp()
    const a = made('a')
    const other = add('a', 'a in jpg', 'alternative')
    await library.star([a.id, other.id], true)
    expect(library.assetDetail(a.id).asset.starredAt).not.toBeNull()
    expect(library.assetDetail(other.id).asset.starredAt).toBeNull()
    expect(library.page({ ...first, starred: true }).total).toBe(1)
    await library.star([a.id], false)
    expect(library.page({ ...first, starred: true })).toMatchObject({ tiles: [], total: 0, bytes: 0 })
    expect(await refusalOf(() => library.star(['gone'], true))).toMatchObject({ code: 'asset_not_found' })
  })

  it('notifies the window once for many results', async () => {
    const { library, made, clock, events } = setUp()
    const ids = Array.from({ length: 20 }, (_, n) => made(`${n}`).id)
    await clock.advance(1000)
    events.length = 0
    await library.star(ids, true)
    await clock.advance(1000)
    expect(events).toEqual([{ type: 'library.changed', added: 0 }])
  })
})
