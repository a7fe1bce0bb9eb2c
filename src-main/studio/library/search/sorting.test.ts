import { expect, it } from 'vitest'
import type { LibrarySort } from '../../../../src-preload/contract/types/filter.ts'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'

/** Results named by their prices; results without a price are named "-". */
function pricedWorld(prices: (number | null)[]) {
  const world = libraryWorld()
  const { database, addJobWithResult } = world
  const add = (price: number | null) => {
    const n = Number(database.get('SELECT count(*) AS n FROM assets')?.['n'])
    addJobWithResult(`${n}`, `${price ?? '-'}#${n}`)
    database.run('UPDATE jobs SET price = ? WHERE id = ?', price, `${n}`)
  }
  for (const price of prices) add(price)
  const sort: LibrarySort = { by: 'price', descending: true }
  return { ...world, add, sort, ascending: { ...sort, descending: false } }
}
const titles = (page: { tiles: { title: string }[] }) => page.tiles.map(({ title }) => title)

it('puts equal values newest first and missing ones last, in both directions', async () => {
  const { page, sort, ascending } = pricedWorld([5, null, 9, 5, null, 0])
  expect(titles(await page({ sort }))).toEqual(['9#2', '5#3', '5#0', '0#5', '-#4', '-#1'])
  expect(titles(await page({ sort: ascending }))).toEqual(['0#5', '5#3', '5#0', '9#2', '-#4', '-#1'])
})

it('sorts by duration and size', async () => {
  const { page, database } = pricedWorld([1, 2, 3])
  database.run('UPDATE assets SET duration_ms = 100 - seq, bytes = seq * 10')
  expect(titles(await page({ sort: { by: 'duration', descending: true } }))).toEqual(['1#0', '2#1', '3#2'])
  expect(titles(await page({ sort: { by: 'size', descending: true } }))).toEqual(['3#2', '2#1', '1#0'])
})

it('continues at its cursors in both directions while results arrive and disappear', async () => {
  const { page, sort, add, database, library } = pricedWorld([3, 1, 2, null, 2, 3, null])
  const first = await page({ sort, limit: 3 })
  expect(titles(first)).toEqual(['3#5', '3#0', '2#4'])
  add(3)
  add(1)
  // The result at the cursor disappears.
  const [gone] = database.all("SELECT id FROM assets WHERE job_id = '4'")
  await library.trash([String(gone?.['id'])])
  const second = await page({ sort, limit: 3, before: first.next })
  expect(titles(second)).toEqual(['2#2', '1#8', '1#1'])
  const third = await page({ sort, limit: 3, before: second.next })
  expect(titles(third)).toEqual(['-#6', '-#3'])
  expect(third.next).toBeNull()
  const end = await page({ sort, limit: 1, after: null })
  expect([titles(end), end.next]).toEqual([['-#3'], null])
  const up = await page({ sort, limit: 3, after: end.previous ?? '' })
  expect(titles(up)).toEqual(['1#8', '1#1', '-#6'])
  expect(titles(await page({ sort, before: up.next }))).toEqual(['-#3'])
  const top = await page({ sort, limit: 9, after: up.previous ?? '' })
  expect([titles(top), top.previous]).toEqual([['3#7', '3#5', '3#0', '2#2'], null])
})

it('can be combined with a filter and a search', async () => {
  const { page, sort } = pricedWorld([1, 3, 2])
  const conditions = [{ field: 'price' as const, is: true, min: 2, max: null }]
  expect(titles(await page({ sort, conditions }))).toEqual(['3#1', '2#2'])
  expect(titles(await page({ sort, search: '3' }))).toEqual(['3#1'])
})

it('has every result once in long lists, in both directions', async () => {
  const { page, sort, database } = pricedWorld([])
  database.run(
    `WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 3000)
       INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at, duration_ms)
       SELECT n, 'result', 'image', 'image/png', 'png', n, 1, 'f', 1, iif(n % 11 = 0, NULL, n * 7919 % 1009) FROM n`,
  )
  const expected = database
    .all('SELECT id FROM assets ORDER BY duration_ms DESC NULLS LAST, seq DESC')
    .map(({ id }) => id)
  const byDuration: LibrarySort = { ...sort, by: 'duration' }
  const seen: unknown[] = []
  for (let before: string | null = null, isFirst = true; isFirst || before !== null; isFirst = false) {
    const shown = await page({ sort: byDuration, limit: 100, before })
    seen.push(...shown.tiles.map(({ id }) => id))
    before = shown.next
  }
  expect(seen).toEqual(expected)
  const upwards: unknown[] = []
  for (let after: string | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
    const shown = await page({ sort: byDuration, limit: 100, after })
    upwards.unshift(...shown.tiles.map(({ id }) => id))
    after = shown.previous ?? null
  }
  expect(upwards).toEqual(expected)
})
