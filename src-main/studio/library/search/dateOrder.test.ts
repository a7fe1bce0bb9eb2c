import { expect, it } from 'vitest'
import type { Condition } from '../../../../src-preload/contract/types/filter.ts'
import { runAllSlices } from '../../storage/workers/QueryTable.ts'
import { libraryWorld, type ListRequest } from '../../testing/worlds/libraryWorld.ts'
import { readFilteredPage } from './filteredPage.ts'

const FACTS = {
  kind: 'image',
  mime: 'image/png',
  format: 'png',
  bytes: 100,
  width: 64,
  height: 48,
  durationMs: null,
} as const
const CONDITIONS: Condition[] = [{ field: 'kind', is: true, values: ['image'] }]
const DAY = 86_400_000

/** A library to which results of any date are added; `expected` are their names, newest first. */
function datedLibrary() {
  const world = libraryWorld()
  const { library, page } = world
  const added: { name: string; date: number; id: string }[] = []
  let count = 0
  const addAt = (date: number) => {
    const name = `fox ${count}`
    const file = { ...FACTS, path: `2026/01/${count}.png`, sha256: String(count++) }
    const { id } = library.add({ jobId: null, role: 'result', file, createdAt: date, name })
    added.push({ name, date, id })
  }
  // A stable sort of the reversed list: of the same date, the one that was added last is first.
  const expected = () =>
    added
      .toReversed()
      .toSorted((a, b) => b.date - a.date)
      .map(({ name }) => name)
  const readAll = async (request: ListRequest, backward = false) => {
    const pages: string[][] = []
    for (let cursor: string | null = null; ;) {
      const shown = await page({
        limit: 7,
        ...request,
        ...(backward ? { after: cursor } : { before: cursor }),
      })
      const names = shown.tiles.map(({ title }) => title)
      if (backward) pages.unshift(names)
      else pages.push(names)
      cursor = (backward ? shown.previous : shown.next) ?? null
      if (cursor === null) return pages.flat()
    }
  }
  return { ...world, added, addAt, expected, readAll }
}

const LISTS: ListRequest[] = [
  {},
  { conditions: CONDITIONS },
  { search: 'fox' },
  { search: 'fox', conditions: CONDITIONS },
]

it.each(LISTS)(
  'results that were added with an older date are in their place, in pages of %j',
  async (list) => {
    const { addAt, expected, readAll } = datedLibrary()
    const oldestFirst = { by: 'date', descending: false } as const
    for (let n = 0; n < 20; n++) addAt(n * DAY)
    expect(await readAll(list)).toEqual(expected())
    // Between the others, before all of them, at the same time as another, and as the newest.
    for (const date of [3.5, 0, 12, 12, 3.25, 18.5, 40]) addAt(date * DAY)
    expect(await readAll(list)).toEqual(expected())
    expect(await readAll(list, true)).toEqual(expected())
    expect(await readAll({ ...list, sort: oldestFirst })).toEqual(expected().toReversed())
    expect(await readAll({ ...list, sort: oldestFirst }, true)).toEqual(expected().toReversed())
  },
)

it.each(LISTS)('a page of %j starts at a date with results that were added later', async (list) => {
  const { addAt, pageAt } = datedLibrary()
  for (const day of [1, 2, 3, 4, 5, 2.5, 4]) addAt(day * DAY)
  const from = async (day: number, descending = true) => {
    const sort = { by: 'date', descending } as const
    const { tiles } = await pageAt({ time: day * DAY }, { ...list, limit: 3, sort })
    return tiles.map(({ title }) => title)
  }
  expect(await from(4)).toEqual(['fox 6', 'fox 3', 'fox 2'])
  expect(await from(2.9)).toEqual(['fox 5', 'fox 1', 'fox 0'])
  expect(await from(2.9, false)).toEqual(['fox 2', 'fox 3', 'fox 6'])
})

it('the trash is ordered by date too', async () => {
  const { library, added, addAt, expected, readAll } = datedLibrary()
  for (const day of [1, 2, 3, 2.5, 0.5]) addAt(day * DAY)
  await library.trash(added.map(({ id }) => id))
  expect(await readAll({ trash: true })).toEqual(expected())
  expect(await readAll({ trash: true, conditions: CONDITIONS })).toEqual(expected())
})

it('a page of results with older dates needs at most two statements', async () => {
  const { addAt, database, page } = datedLibrary()
  for (const day of [1, 2, 3, 2.5, 0.5]) addAt(day * DAY)
  for (const list of LISTS) {
    await page(list)
    const before = database.statementsRun
    await page({ ...list, limit: 2 })
    expect(database.statementsRun - before).toBeLessThanOrEqual(2)
  }
})

it('days of results that were added later are in the timeline', async () => {
  const { addAt, library } = datedLibrary()
  for (const day of [10, 11, 10.5, 3]) addAt(day * DAY)
  const filter = { trash: false, search: '', conditions: [] }
  const { days, counts } = await library.gallery.timeline({ filter })
  expect(days).toEqual([11, 10, 3])
  expect(counts).toEqual([1, 2, 1])
})

// Catches: rows that were moved while a list was being read, rows that were added before the values of older ones were loaded, and more
// rows than were counted at first.
it('lists stay in order while results of any date are added, trashed and deleted between pages', async () => {
  const { added, addAt, expected, readAll, library, database } = datedLibrary()
  let random = 7
  const next = (below: number) => (random = (random * 48_271) % 2_147_483_647) % below
  const list = { conditions: CONDITIONS, limit: 97 }
  database.transaction(() => {
    for (let n = 0; n < 1200; n++) addAt((100 + n) * 1000)
  })
  // Only the newest are loaded.
  expect((await readAll({ ...list, limit: 1000 })).length).toBe(1200)
  for (let round = 0; round < 6; round++) {
    database.transaction(() => {
      for (let n = 0; n < 100; n++) addAt(next(1400) * 1000)
    })
    const [trashed] = added.splice(next(added.length), 1)
    await library.trash([trashed?.id ?? ''])
    if (round === 3) await library.emptyTrash()
    expect(await readAll(list)).toEqual(expected())
    expect(await readAll({ search: 'fox', limit: 97 })).toEqual(expected())
  }
})

it('results that are added before the values of older ones are loaded are listed', async () => {
  const { addAt, expected, readAll, page, database } = datedLibrary()
  database.transaction(() => {
    for (let n = 0; n < 3000; n++) addAt((1000 + n) * 1000)
  })
  // A page of the newest results loads only these.
  expect((await page({ conditions: CONDITIONS, limit: 5 })).tiles).toHaveLength(5)
  database.transaction(() => {
    for (let n = 0; n < 700; n++) addAt(n * 1000)
    for (let n = 0; n < 50; n++) addAt((3900 + n) * 1000)
  })
  expect(await readAll({ conditions: CONDITIONS, limit: 100 })).toEqual(expected())
})

it('a page is right when older results are inserted after the last of its slices', async () => {
  const sort = { by: 'date', descending: true } as const
  const filter = { trash: false, search: '', conditions: CONDITIONS }
  for (let slices = 1, isDone = false; !isDone; slices++) {
    const { addAt, page, database } = datedLibrary()
    database.transaction(() => {
      for (let n = 0; n < 1200; n++) addAt((1000 + n) * 1000)
    })
    const reading = readFilteredPage(database, { filter, sort, before: null, limit: 3 })
    for (let slice = 0; slice < slices; slice++) isDone ||= reading.next().done === true
    if (isDone) break
    addAt(2190.5 * 1000)
    await page({ conditions: CONDITIONS, search: 'none' })
    const { rows } = runAllSlices(reading)
    expect(rows.map(({ name }) => name)).toEqual(['fox 1199', 'fox 1198', 'fox 1197'])
  }
})

// Catches: a list that goes on with the old numbers of rows that another query has moved meanwhile.
it('a list that is being read while another query inserts older results starts again', async () => {
  const { addAt, expected, page, database } = datedLibrary()
  database.transaction(() => {
    for (let n = 0; n < 5000; n++) addAt((1000 + n) * 1000)
  })
  const newestFirst = { by: 'date', descending: true } as const
  const filter = { trash: false, search: '', conditions: CONDITIONS }
  const reading = readFilteredPage(database, {
    filter,
    sort: newestFirst,
    before: null,
    after: null,
    limit: 9000,
  })
  for (let slice = 0; slice < 8; slice++) expect(reading.next().done).toBe(false)
  database.transaction(() => {
    for (let n = 0; n < 300; n++) addAt((5700 + n) * 1000)
  })
  await page({ conditions: CONDITIONS, search: 'none' })
  const { rows } = runAllSlices(reading)
  expect(rows.map(({ name }) => name)).toEqual(expected())
})

it('a cached list is discarded when more results load than were counted', async () => {
  const { addAt, expected, page, database } = datedLibrary()
  const first = async () => {
    const { tiles } = await page({ conditions: CONDITIONS, limit: 3 })
    return tiles.map(({ title }) => title)
  }
  database.transaction(() => {
    for (let n = 0; n < 3000; n++) addAt((1000 + n) * 1000)
  })
  await first()
  // These come before the loaded ones.
  for (let n = 0; n < 10; n++) addAt(n)
  await first()
  await page({ conditions: CONDITIONS, search: 'none' })
  expect(await first()).toEqual(expected().slice(0, 3))
})

it('later pages are complete when more older results load than were counted', async () => {
  const { addAt, page, database } = datedLibrary()
  const rateEveryFifth = () => database.run('UPDATE assets SET rating = 5 * (seq % 5 = 0)')
  const conditions: Condition[] = [{ field: 'rating', is: true, min: 5, max: null }]
  database.transaction(() => {
    for (let n = 0; n < 3000; n++) addAt((1000 + n) * 1000)
    rateEveryFifth()
  })
  const first = await page({ conditions, limit: 3 })
  database.transaction(() => {
    for (let n = 0; n < 3000; n++) addAt(n)
    rateEveryFifth()
  })
  const names = first.tiles.map(({ title }) => title)
  for (let before = first.next; before !== null;) {
    const next = await page({ conditions, limit: 300, before })
    names.push(...next.tiles.map(({ title }) => title))
    before = next.next
  }
  const rated = database.all('SELECT name FROM assets WHERE rating = 5 ORDER BY created_at DESC, seq DESC')
  expect(names).toEqual(rated.map(({ name }) => name))
})
