import { expect, it } from 'vitest'
import { databaseWorld } from '../../testing/worlds/databaseWorld.ts'
import { migrations } from './index.ts'

const MARK = "SELECT 1 AS is_set FROM library_marks WHERE name = 'dates_out_of_order'"

/** A library of the previous version with results of these dates, after its update. */
async function updatedLibrary(dates: readonly number[]) {
  const { open } = databaseWorld()
  const old = open(migrations.slice(0, 23))
  const insert = `INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at)
    VALUES (?1, 'result', 'image', 'image/png', 'png', ?1, 1, 'x', ?2)`
  for (const [n, date] of dates.entries()) old.database.run(insert, String(n), date)
  await old.close()
  const { database } = open()
  const isMarked = () => database.get(MARK) !== undefined
  const add = (date: number) => database.run(insert, `added ${date}`, date)
  return { database, isMarked, add }
}

it('marks a library whose results are not in the order of their dates', async () => {
  expect((await updatedLibrary([1, 3, 2])).isMarked()).toBe(true)
  expect((await updatedLibrary([1, 2, 2, 3])).isMarked()).toBe(false)
  expect((await updatedLibrary([])).isMarked()).toBe(false)
})

it('marks a library when an added result is older than an existing one, even one in the trash', async () => {
  const { isMarked, add } = await updatedLibrary([1, 2])
  add(2)
  add(9)
  expect(isMarked()).toBe(false)
  add(8)
  expect(isMarked()).toBe(true)
  const other = await updatedLibrary([1, 5])
  other.database.run('UPDATE assets SET trashed_at = 6')
  other.add(4)
  expect(other.isMarked()).toBe(true)
})

it.each(['NULL', 'NOT NULL'])('pages by date use an index (trashed: %s)', async (trashed) => {
  const { database } = await updatedLibrary([1])
  const plan = database
    .all(
      `EXPLAIN QUERY PLAN SELECT a.seq FROM assets a WHERE a.role = 'result' AND a.trashed_at IS ${trashed}
         AND (a.created_at, a.seq) < (?, ?) ORDER BY a.created_at DESC, a.seq DESC LIMIT ?`,
      9,
      9,
      9,
    )
    .map(({ detail }) => String(detail))
  expect(plan.join()).toMatch(/USING INDEX assets_(trashed_)?by_date/)
  expect(plan.join()).not.toContain('TEMP B-TREE')
})
