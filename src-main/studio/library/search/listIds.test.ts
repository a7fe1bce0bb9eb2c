import { expect, it } from 'vitest'
import { libraryWorld, type ListRequest } from '../../testing/worlds/libraryWorld.ts'

/** A library of seven results, the second of them in the trash, four of them called "sea", and one without a price. */
async function sevenResults() {
  const world = libraryWorld()
  const { database, library, clock } = world
  for (let n = 0; n < 7; n++) {
    world.addJobWithResult(`${n}`, n % 2 === 0 ? `sea ${n}` : `fog ${n}`)
    database.run('UPDATE jobs SET price = ? WHERE id = ?', n === 3 ? null : n % 3, `${n}`)
    await clock.advance(1000)
  }
  const [trashed] = database.all("SELECT id FROM assets WHERE job_id = '1'")
  await library.trash([String(trashed?.['id'])])
  return world
}

it.each<[string, ListRequest]>([
  ['the whole library', {}],
  ['the oldest first', { sort: { by: 'date', descending: false } }],
  ['by price', { sort: { by: 'price', descending: true } }],
  ['a search', { search: 'sea' }],
  ['a filter', { conditions: [{ field: 'price', is: true, min: 1, max: null }] }],
  ['the trash', { trash: true }],
])('lists the ids of %s in the order of its pages, from any position', async (_, request) => {
  const { page, library } = await sevenResults()
  const { tiles } = await page(request)
  const ids = tiles.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(0)
  const { trash = false, search = '', conditions = [], sort } = request
  const list = {
    filter: { trash, search, conditions },
    sort: sort ?? { by: 'date' as const, descending: true },
    limit: 2,
  }
  const found: string[] = []
  for (let before: string | null = null; ;) {
    const part = await library.gallery.ids({ ...list, before })
    found.push(...part.ids)
    if (part.next === null) break
    before = part.next
  }
  expect(found).toEqual(ids)
})
