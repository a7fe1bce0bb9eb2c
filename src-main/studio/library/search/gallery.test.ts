import { describe, expect, it } from 'vitest'
import { routes } from '../../../../src-preload/contract/routes.ts'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'

const titles = (page: { tiles: { title: string }[] }) => page.tiles.map(({ title }) => title)
const countdown = (length: number) => Array.from({ length }, (_, n) => `${length - 1 - n}`)

describe('a page', () => {
  it('covers everything once, newest first, even while new results arrive', async () => {
    const { addJobWithResult, page } = libraryWorld()
    for (let n = 0; n < 25; n++) addJobWithResult(`job ${n}`, `${n}`)
    const seen: string[] = []
    let next: string | null = null
    do {
      const shown = await page({ limit: 10, before: next })
      seen.push(...titles(shown))
      addJobWithResult(`new ${seen.length}`)
      next = shown.next
    } while (next !== null)
    expect(seen).toEqual(countdown(25))
  })

  it('can be read from the end upwards, each result once', async () => {
    const { addJobWithResult, page } = libraryWorld()
    for (let n = 0; n < 25; n++) addJobWithResult(`job ${n}`, `${n}`)
    const up = (after: string | null, search = '') => page({ limit: 10, after, search })
    const last = await up(null)
    expect(titles(last)).toEqual(['9', '8', '7', '6', '5', '4', '3', '2', '1', '0'])
    expect(last.next).toBeNull()
    const middle = await up(last.previous ?? '')
    expect(titles(await page({ before: middle.next, limit: 10 }))).toEqual(titles(last))
    const top = await up(middle.previous ?? '')
    expect([...titles(top), ...titles(middle), ...titles(last)]).toEqual(countdown(25))
    expect(top).toMatchObject({ previous: null, totals: { total: 25 } })
    expect(titles(await up(null, '7'))).toEqual(['7'])
    expect(routes['library.page'].output.parse(last)).toEqual(last)
    await expect(up('x')).rejects.toThrow('invalid_input')
  })

  it('can start with the oldest result and be read both ways', async () => {
    const { addJobWithResult, page } = libraryWorld()
    for (let n = 0; n < 25; n++) addJobWithResult(`job ${n}`, `${n}`)
    const sort = { by: 'date', descending: false } as const
    const start = await page({ sort, limit: 10 })
    const middle = await page({ sort, limit: 10, before: start.next })
    const last = await page({ sort, limit: 10, after: null })
    expect([...titles(start), ...titles(middle)]).toEqual(countdown(25).toReversed().slice(0, 20))
    expect(titles(last)).toEqual(countdown(10).map((n) => `${24 - Number(n)}`))
    expect(titles(await page({ sort, limit: 5, after: last.previous ?? '' }))).toEqual(
      titles(middle).slice(0, 5),
    )
  })

  it.each([false, true])('starts at a date and continues both ways (filtered: %s)', async (isFiltered) => {
    const { addJobWithResult, page, pageAt, database } = libraryWorld()
    for (let n = 0; n < 10; n++) addJobWithResult(`job ${n}`, `${n}`)
    database.run('UPDATE assets SET created_at = 1000 * seq')
    const conditions = isFiltered ? [{ field: 'kind' as const, is: true, values: ['image'] }] : []
    const middle = await pageAt({ time: 5500 }, { conditions, limit: 3 })
    expect(titles(middle)).toEqual(['4', '3', '2'])
    expect(titles(await page({ conditions, before: middle.next }))).toEqual(['1', '0'])
    expect(titles(await page({ conditions, after: middle.previous ?? '', limit: 2 }))).toEqual(['6', '5'])
    const newest = await pageAt({ time: 99_000 }, { conditions })
    expect([titles(newest), newest.previous]).toEqual([countdown(10), null])
    const tooOld = await pageAt({ time: 999 }, { conditions })
    expect([titles(tooOld), tooOld.next, tooOld.previous]).toEqual([[], null, null])
    const sort = { by: 'date', descending: false } as const
    const upwards = await pageAt({ time: 5500 }, { conditions, sort, limit: 3 })
    expect(titles(upwards)).toEqual(['5', '6', '7'])
    expect(titles(await page({ conditions, sort, after: upwards.previous ?? '' }))).toEqual(
      countdown(5).toReversed(),
    )
    expect(titles(await pageAt({ time: 6000 }, { conditions, sort, limit: 1 }))).toEqual(['5'])
    expect(titles(await pageAt({ time: 6000 }, { conditions, limit: 1 }))).toEqual(['5'])
    const oldest = await pageAt({ time: 0 }, { conditions, sort, limit: 2 })
    expect([titles(oldest), oldest.previous]).toEqual([['0', '1'], null])
  })

  it('can only start at a date in a list sorted by date', async () => {
    const { pageAt } = libraryWorld()
    const sort = { by: 'price', descending: true } as const
    await expect(pageAt({ time: 1 }, { sort })).rejects.toThrow('invalid_input')
  })

  it.each([
    { sort: { by: 'date', descending: true } as const, trash: false },
    { sort: { by: 'date', descending: false } as const, trash: false },
    { sort: { by: 'date', descending: true } as const, trash: true },
    { sort: { by: 'price', descending: true } as const, trash: false },
    { sort: { by: 'price', descending: false } as const, trash: false },
  ])('starts at a rank and continues both ways: %j', async ({ sort, trash }) => {
    const { addJobWithResult, page, pageAt, library, database } = libraryWorld()
    const added = Array.from({ length: 40 }, (_, n) => addJobWithResult(`job ${n}`, `${n}`))
    // Equal prices, missing prices, and several results of one time.
    database.run('UPDATE jobs SET price = CASE WHEN rowid % 5 = 0 THEN NULL ELSE rowid % 3 END')
    database.run('UPDATE assets SET created_at = 1000 * (seq / 7)')
    if (trash) await library.trash(added.map(({ id }) => id))
    const all = titles(await page({ sort, trash }))
    expect(all).toHaveLength(40)
    for (const rank of [0, 1, 13, 20, 33, 39]) {
      const shown = await pageAt({ rank }, { sort, trash, limit: 3 })
      expect(titles(shown)).toEqual(all.slice(rank, rank + 3))
      if (rank === 0) expect(shown.previous).toBeUndefined()
      else
        expect(titles(await page({ sort, trash, limit: 5, after: shown.previous ?? '' }))).toEqual(
          all.slice(Math.max(0, rank - 5), rank),
        )
    }
    expect(titles(await pageAt({ rank: 1000 }, { sort, trash }))).toEqual(all.slice(-1))
    expect(titles(await pageAt({ rank: 5 }, { sort, trash: !trash }))).toEqual([])
  })

  it.each([
    { by: 'date', descending: true } as const,
    { by: 'date', descending: false } as const,
    { by: 'price', descending: true } as const,
  ])('at a rank needs one statement, besides two reads of the log of changes: %j', async (sort) => {
    const { addJobWithResult, pageAt, database } = libraryWorld()
    for (let n = 0; n < 40; n++) addJobWithResult(`job ${n}`, `${n}`)
    await pageAt({ rank: 20 }, { sort })
    const before = database.statementsRun
    await pageAt({ rank: 20 }, { sort, limit: 5 })
    expect(database.statementsRun - before).toBeLessThanOrEqual(3)
  })

  it('continues upwards from a deleted result', async () => {
    const { library, addJobWithResult, page } = libraryWorld()
    const all = Array.from({ length: 9 }, (_, n) => addJobWithResult(`job ${n}`, `${n}`))
    const last = await page({ limit: 3, after: null })
    await library.trash(all.slice(0, 5).map(({ id }) => id))
    const above = await page({ limit: 3, after: last.previous ?? '' })
    expect(titles(above)).toEqual(['7', '6', '5'])
    expect((await page({ before: above.next })).tiles).toEqual([])
  })

  it('that ends exactly with the last result has no next page', async () => {
    const { addJobWithResult, page } = libraryWorld()
    for (const id of ['a', 'b']) addJobWithResult(id)
    expect((await page({ limit: 2 })).next).toBeNull()
    expect((await page({ limit: 1 })).next).not.toBeNull()
  })

  it.each(['', 'long'])('ends before it is larger than 64 KB (search: %j)', async (search) => {
    const { addJobWithResult, page } = libraryWorld()
    for (let n = 0; n < 40; n++) addJobWithResult(`job ${n}`, `long ${n} ${'x'.repeat(4000)}`)
    const numbers = (shown: Awaited<ReturnType<typeof page>>) =>
      titles(shown).map((title) => title.split(' ')[1])
    const seen: unknown[] = []
    let next: string | null = null
    do {
      const shown = await page({ search, before: next })
      expect(JSON.stringify(shown).length).toBeLessThan(64 << 10)
      seen.push(...numbers(shown))
      next = shown.next
    } while (next !== null)
    expect(seen).toEqual(countdown(40))
    const upwards = await page({ search, after: null })
    expect(numbers(upwards)).toEqual(countdown(upwards.tiles.length))
    expect(numbers(await page({ search, after: upwards.previous ?? '' })).at(-1)).toBe(
      String(upwards.tiles.length),
    )
  })

  it('has tiles with captions and matches the contract', async () => {
    const { addJobWithResult, add, page } = libraryWorld()
    const asset = addJobWithResult('a', 'A red fox')
    add('a', 'other', 'alternative')
    const shown = await page()
    expect(shown).toEqual({
      tiles: [
        {
          ...asset,
          title: 'A red fox',
          modelName: 'Painter',
          price: 4_213_000,
          seed: 42,
          operation: 'draw',
          excerpt: null,
        },
      ],
      next: null,
      totals: { total: 1, bytes: 100 },
    })
    expect(routes['library.page'].output.safeParse(shown).success).toBe(true)
  })

  it('needs one statement, whether or not it is empty', async () => {
    const { addJobWithResult, database, page } = libraryWorld()
    const cost = async () => {
      const before = database.statementsRun
      await page()
      return database.statementsRun - before
    }
    expect(await cost()).toBe(1)
    for (let n = 0; n < 50; n++) addJobWithResult(`job ${n}`)
    expect(await cost()).toBe(1)
  })

  it('leaves out an unreadable row and still has a next page', async () => {
    const { addJobWithResult, database, problems, page } = libraryWorld()
    for (const id of ['a', 'b', 'c', 'd']) addJobWithResult(id, id)
    database.run(`UPDATE assets SET kind = 'hologram' WHERE job_id IN ('c', 'd')`)
    const shown = await page({ limit: 2 })
    expect(shown.tiles).toEqual([])
    expect(titles(await page({ limit: 2, before: shown.next }))).toEqual(['b', 'a'])
    expect(problems).toHaveLength(2)
  })

  it.each(['x', '', '1', '1/2/3', '1/1.5', '1/x', '-1/2', 'NaN/1'])(
    'rejects the invalid cursor %j',
    async (before) => {
      const { page } = libraryWorld()
      await expect(page({ before })).rejects.toThrow('invalid_input')
    },
  )

  it.each(['x', '', '5', '1/2/3', 'x/2', '-1/2', '1/y'])(
    'rejects the invalid cursor %j of a sorted list',
    async (before) => {
      const { addJobWithResult, page } = libraryWorld()
      addJobWithResult('a')
      await expect(page({ before, sort: { by: 'price', descending: true } })).rejects.toThrow('invalid_input')
    },
  )
})
