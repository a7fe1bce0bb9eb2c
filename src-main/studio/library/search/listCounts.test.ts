import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Condition, LibraryFilter } from '../../../../src-preload/contract/types/filter.ts'
import { routes } from '../../../../src-preload/contract/routes.ts'
import { runAllSlices } from '../../storage/workers/QueryTable.ts'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'
import type { Database } from '../../storage/database/Database.ts'
import { countConditions, readFacets, readTimeline } from './listCounts.ts'

function countWorld() {
  const world = libraryWorld()
  const { library, database, addJobWithResult } = world
  const filterOf = (...conditions: Condition[]): LibraryFilter => ({ trash: false, search: '', conditions })
  const facet = async (field: string, filter: LibraryFilter, search = '') => {
    const found = routes['library.facets'].output.parse(await library.gallery.facets({ filter, search }))
    return found.facets
      .find((one) => one.field === field)
      ?.values.map(({ value, label, count }) => `${value} ${label} ${count}`)
  }
  /** A result with these columns of its job. */
  const add = (name: string, job: string) => {
    const { id } = addJobWithResult(name, name)
    database.run(`UPDATE jobs SET ${job} WHERE id = ?`, name)
    return id
  }
  return { ...world, filterOf, facet, add }
}

describe('facets', () => {
  it('count each value with its name, most frequent first', async () => {
    const { library, database, facet, filterOf, add } = countWorld()
    const a = add('a', "operation = 'draw'")
    const b = add('b', "operation = 'film', model_slug = 'm', model_name = 'Filmer'")
    add('c', "operation = 'draw'")
    const { id } = await library.collections.create({ name: 'Posters', ids: [a, b] })
    database.run("INSERT INTO tags (id, name, name_key) VALUES (1, 'Red', 'red'), (2, 'Blue', 'blue')")
    database.run('INSERT INTO asset_tags SELECT seq, 1 FROM assets')
    database.run('INSERT INTO asset_tags SELECT seq, 2 FROM assets WHERE id = ?', a)
    const all = filterOf()
    expect(await facet('operation', all)).toEqual(['draw Name of draw 2', 'film Name of film 1'])
    expect(await facet('model', all)).toEqual(['slug Painter 2', 'm Filmer 1'])
    expect(await facet('collection', all)).toEqual([`${id} Posters 2`])
    expect(await facet('tag', all)).toEqual(['Red Red 3', 'Blue Blue 1'])
    expect(await facet('connection', all)).toEqual(['c Home 3'])
    expect(await facet('kind', all)).toEqual(['image image 3'])
    expect(await facet('shape', all)).toEqual(['landscape landscape 3'])
    expect(await facet('batch', all)).toEqual([])
  })

  it('are found by their words among more values than are listed', async () => {
    const { database, facet, filterOf, addJobWithResult } = countWorld()
    const insert = (table: string, n: number) =>
      database.run(`INSERT INTO ${table} (id, name, name_key) VALUES (?1, ?2, ?2)`, n, `tag ${n}`)
    for (let n = 1; n <= 200; n++) {
      addJobWithResult(`r${n}`, `r${n}`)
      insert('tags', n)
    }
    database.run(
      'INSERT INTO asset_tags SELECT assets.seq, tags.id FROM assets, tags WHERE tags.id <= assets.seq',
    )
    const all = filterOf()
    expect(await facet('tag', all)).toHaveLength(100)
    expect((await facet('tag', all))?.[0]).toBe('tag 1 tag 1 200')
    expect(await facet('tag', all, '199 TAG')).toEqual(['tag 199 tag 199 2'])
    // More than 100 others contain the same words.
    database.run("UPDATE tags SET (name, name_key) = ('ag', 'ag') WHERE id = 200")
    expect((await facet('tag', all, 'AG'))?.[0]).toBe('ag ag 1')
    const chosen = filterOf({ field: 'tag', is: false, values: ['TAG 199'] })
    expect(await facet('tag', chosen)).toContain('tag 199 tag 199 2')
    database.run("UPDATE tags SET (name, name_key) = ('A\u0301g', 'ág') WHERE id = 200")
    expect(await facet('tag', all, 'ÁG')).toEqual(['A\u0301g A\u0301g 1'])
    expect(await facet('tag', all, 'no such')).toEqual([])
    expect(await facet('operation', all, 'no such')).not.toEqual([])
  })

  it('ignore the conditions on their own field, but no other conditions', async () => {
    const { facet, filterOf, add } = countWorld()
    add('a', "operation = 'draw', model_slug = 'm1', model_name = 'One'")
    add('b', "operation = 'film', model_slug = 'm1', model_name = 'One'")
    add('c', "operation = 'film', model_slug = 'm2', model_name = 'Two'")
    const isFilm: Condition = { field: 'operation', is: true, values: ['film'] }
    const isFirst: Condition = { field: 'model', is: true, values: ['m1'] }
    expect(await facet('operation', filterOf(isFilm))).toEqual(['film Name of film 2', 'draw Name of draw 1'])
    expect(await facet('model', filterOf(isFilm))).toEqual(['m1 One 1', 'm2 Two 1'])
    expect(await facet('operation', filterOf(isFilm, isFirst))).toEqual([
      'draw Name of draw 1',
      'film Name of film 1',
    ])
    expect(await facet('kind', filterOf(isFilm, isFirst))).toEqual(['image image 1'])
    const none: Condition = { field: 'starred', is: true }
    expect(await facet('operation', filterOf(isFilm, none))).toEqual([])
  })

  it('count only results of the search, and names of batches', async () => {
    const { facet, filterOf, add, database } = countWorld()
    database.run(
      `INSERT INTO batches (id, idempotency_key, name, state, connection_id, operation, axes, created_at)
         VALUES ('b1', 'k', 'Night', 'running', 'c', 'draw', '[]', 1)`,
    )
    add('fox', "operation = 'draw', batch_id = 'b1'")
    add('owl', "operation = 'film', batch_id = 'b1'")
    expect(await facet('operation', { ...filterOf(), search: 'fox' })).toEqual(['draw Name of draw 1'])
    expect(await facet('batch', filterOf())).toEqual(['b1 Night 2'])
  })

  it('stop counting at 10,001 and list at most 100 values', async () => {
    const { facet, filterOf, database, library } = countWorld()
    database.run(
      `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 10500)
         INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at)
         SELECT 'r' || n, 'result', 'image', 'image/png', 'png', n, 1, 'f', 1 FROM n`,
    )
    database.run(
      `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 150)
         INSERT INTO tags (id, name, name_key) SELECT n, 'Tag ' || n, 'tag ' || n FROM n`,
    )
    database.run('INSERT INTO asset_tags SELECT seq, 1 + seq % 150 FROM assets')
    expect(await facet('kind', filterOf())).toEqual(['image image 10001'])
    expect(await facet('tag', filterOf())).toHaveLength(100)
    expect(await library.gallery.count({ filter: filterOf() })).toEqual({ total: 10_500, bytes: 10_500 })
  })

  it('fail for a collection that was deleted', async () => {
    const { library, filterOf } = countWorld()
    const filter = filterOf({ field: 'collection', is: true, values: ['gone'] })
    for (const call of ['count', 'facets', 'timeline'] as const)
      await expect(library.gallery[call]({ filter })).rejects.toThrow('collection_not_found')
  })
})

describe('counts of conditions', () => {
  const stars = (min: number | null, max: number | null, is = true): Condition => ({
    field: 'rating',
    is,
    min,
    max,
  })
  const starred: Condition = { field: 'starred', is: true }

  it('ignore the conditions on their own field, but no other conditions', async () => {
    const { library, add, filterOf } = countWorld()
    const ids = ['a', 'b', 'c', 'd'].map((name) => add(name, `price = 0`))
    const [a = '', b = '', c = ''] = ids
    await library.annotations.rate({ ids: [a, b], rating: 5 })
    await library.annotations.rate({ ids: [c], rating: 2 })
    await library.star([a, c], true)
    const count = async (filter: LibraryFilter, ...conditions: Condition[]) => {
      const input = { filter, conditions }
      const found = await library.gallery.countConditions(
        routes['library.count_conditions'].input.parse(input),
      )
      return routes['library.count_conditions'].output.parse(found).counts
    }
    const unstarred = { ...starred, is: false }
    expect(await count(filterOf(), starred, unstarred, stars(5, null), stars(1, null), stars(0, 0))).toEqual([
      2, 2, 2, 3, 1,
    ])
    expect(await count(filterOf(starred), starred, unstarred, stars(5, null), stars(0, 0))).toEqual([
      2, 2, 1, 0,
    ])
    expect(await count(filterOf(stars(5, null), starred), stars(2, 2), starred, unstarred)).toEqual([1, 1, 1])
    expect(await count({ ...filterOf(), search: 'a' }, starred, stars(2, 2))).toEqual([1, 0])
    const isDrawn: Condition = { field: 'operation', is: true, values: ['draw'] }
    expect(await count(filterOf(), isDrawn, { field: 'used', is: true })).toEqual([4, 0])
    expect(await count(filterOf())).toEqual([])
  })

  it('end at 10,001, and fail for a collection that was deleted', async () => {
    const { library, database, filterOf } = countWorld()
    database.run(
      `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 10500)
         INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at)
         SELECT 'r' || n, 'result', 'image', 'image/png', 'png', n, n, 'f', 1 FROM n`,
    )
    const small: Condition = { field: 'size', is: true, min: null, max: 300 }
    const count = (filter: LibraryFilter, ...conditions: Condition[]) =>
      library.gallery.countConditions({ filter, conditions })
    expect(await count(filterOf(), { ...starred, is: false }, small)).toEqual({ counts: [10_001, 300] })
    const gone: Condition = { field: 'collection', is: true, values: ['gone'] }
    await expect(count(filterOf(gone), starred)).rejects.toThrow('collection_not_found')
    await expect(count(filterOf(), gone)).rejects.toThrow('collection_not_found')
  })
})

// Catches: rows that are counted twice or not at all because another query moved them meanwhile.
describe('when older results are inserted between their slices', () => {
  /** Rows counted at once. An odd number, so that moved rows of other values come into the next block. */
  const BLOCK = 59
  const rated: Condition = { field: 'rating', is: true, min: 5, max: null }
  const filter: LibraryFilter = { trash: false, search: '', conditions: [rated] }
  const isStarred = (is: boolean): Condition => ({ field: 'starred', is })
  const conditions = [true, false, true, false].map(isStarred)
  const counts = {
    'counts of conditions': (database: Database) => countConditions(database, { filter, conditions }, BLOCK),
    'counts of values': (database: Database) => readFacets(database, { filter, search: '' }, BLOCK),
    'the days of a timeline': (database: Database) => readTimeline(database, filter, BLOCK),
  }

  it.each(Object.entries(counts))('%s are right', async (_, start) => {
    const fill = (database: Database) =>
      // Every second result is rated, and these are the starred ones.
      database.run(
        `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 400)
           INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at, rating, starred_at)
           SELECT n, 'result', 'image', 'image/png', 'png', n, 1, 'f', n * 86400000, 5 * (n % 2), iif(n % 2, 1, NULL) FROM n`,
      )
    const complete = libraryWorld().database
    fill(complete)
    const expected: unknown = runAllSlices<unknown>(start(complete))
    for (let slices = 1, isDone = false; !isDone; slices++) {
      const { database, library } = libraryWorld()
      fill(database)
      const counting: Generator<void, unknown> = start(database)
      for (let slice = 0; slice < slices; slice++) isDone ||= counting.next().done === true
      if (isDone) break
      database.run(
        `INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at)
           VALUES ('late', 'result', 'image', 'image/png', 'png', 'late', 1, 'f', 129600000)`,
      )
      await library.gallery.count({ filter: { ...filter, search: 'none' } })
      expect(runAllSlices(counting)).toEqual(expected)
    }
  })
})

describe('the values of a sorted list', () => {
  const byPrice = { by: 'price', descending: true } as const

  it('are those at each rank of a short list, with missing ones last', async () => {
    const { library, add, filterOf } = countWorld()
    for (const [n, price] of [5, 9, 'NULL', 5, 0].entries()) add(`${n}`, `price = ${price}`)
    const values = (descending: boolean) =>
      library.gallery.values({ filter: filterOf(), sort: { by: 'price', descending } })
    expect(await values(true)).toEqual({ total: 5, values: [9, 5, 5, 0, null] })
    expect(await values(false)).toEqual({ total: 5, values: [0, 5, 5, 9, null] })
    const none = { ...filterOf(), trash: true }
    expect(await library.gallery.values({ filter: none, sort: byPrice })).toEqual({ total: 0, values: [] })
  })

  it('are 500 of a long list, from the first to the last, and lead to the results of their ranks', async () => {
    const { library, database, filterOf, pageAt } = countWorld()
    // In no order, with equal ones.
    database.run(
      `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 1500)
         INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at)
         SELECT n, 'result', 'image', 'image/png', 'png', n, n * 7919 % 1009, 'f', n FROM n`,
    )
    const sizes = database
      .all('SELECT bytes FROM assets ORDER BY bytes DESC, seq DESC')
      .map(({ bytes }) => Number(bytes))
    const sort = { by: 'size', descending: true } as const
    const { total, values } = await library.gallery.values({ filter: filterOf(), sort })
    expect([total, values.length]).toEqual([1500, 500])
    expect(values).toEqual(Array.from({ length: 500 }, (_, n) => sizes[Math.round((n * 1499) / 499)]))
    for (const rank of [1, 777, 1498]) {
      const { tiles } = await pageAt({ rank }, { sort, limit: 2 })
      expect(tiles.map(({ bytes }) => bytes)).toEqual(sizes.slice(rank, rank + 2))
    }
  })
})

describe('a timeline', () => {
  const zone = process.env['TZ']
  beforeEach(() => {
    process.env['TZ'] = 'Europe/Berlin'
  })
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })

  it('counts local days, also those with 23 and 25 hours', async () => {
    const { library, addJobWithResult, database, filterOf } = countWorld()
    const times = [
      // Clocks go forward on 29 March 2026 and back on 25 October 2026.
      '2026-03-28T23:30+01:00',
      '2026-03-29T00:10+01:00',
      '2026-03-29T23:50+02:00',
      '2026-03-30T00:10+02:00',
      '2026-10-25T00:10+02:00',
      '2026-10-25T02:30+02:00',
      '2026-10-25T02:30+01:00',
      '2026-10-25T23:50+01:00',
      '2026-10-26T00:10+01:00',
    ]
    for (const [n, time] of times.entries()) {
      const { id } = addJobWithResult(`${n}`)
      database.run('UPDATE assets SET created_at = ? WHERE id = ?', Date.parse(time), id)
    }
    const { days, counts } = await library.gallery.timeline({ filter: filterOf() })
    expect(days.map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))).toEqual([
      '2026-10-26',
      '2026-10-25',
      '2026-03-30',
      '2026-03-29',
      '2026-03-28',
    ])
    expect(counts).toEqual([1, 4, 1, 2, 1])
  })

  it('has only the results of the filter', async () => {
    const { library, addJobWithResult, filterOf } = countWorld()
    const { id } = addJobWithResult('a')
    addJobWithResult('b')
    await library.star([id], true)
    const { counts } = await library.gallery.timeline({ filter: filterOf({ field: 'starred', is: true }) })
    expect(counts).toEqual([1])
    const none = await library.gallery.timeline({ filter: { ...filterOf(), trash: true } })
    expect(none).toEqual({ days: [], counts: [] })
  })
})
