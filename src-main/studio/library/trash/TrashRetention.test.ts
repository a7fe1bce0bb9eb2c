import { expect, it, vi } from 'vitest'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'
import { countExpired, TrashRetention } from './TrashRetention.ts'

const DAY_MS = 24 * 60 * 60_000

/** Forty results that were moved to the trash 40 days ago, and twenty that were moved 10 days ago. */
async function retentionWorld() {
  const world = libraryWorld()
  const { library, clock, log, addJobWithResult, database } = world
  const ids = Array.from({ length: 61 }, (_, n) => addJobWithResult(`r${n}`).id)
  const [old, recent, kept] = [ids.slice(0, 40), ids.slice(40, 60), ids.slice(60)]
  await library.trash(old)
  await clock.advance(30 * DAY_MS)
  await library.trash(recent)
  await clock.advance(10 * DAY_MS)
  const setting: { days: number | null } = { days: null }
  /** The retention after a start. */
  const start = () => {
    const retention = new TrashRetention({
      clock,
      log,
      days: () => setting.days,
      library,
    })
    return { retention, deleted: retention.start() }
  }
  const rows = () => Number(database.get('SELECT count(*) AS n FROM assets')?.['n'])
  const count = (days: number) => countExpired(database, { now: clock.now(), days })
  return { ...world, old, recent, kept, setting, start, rows, count }
}

it('never deletes anything unless the user chose a number of days', async () => {
  const { start, rows, clock } = await retentionWorld()
  const { retention, deleted } = start()
  await deleted
  for (let day = 0; day < 400; day += 100) await clock.advance(100 * DAY_MS)
  await retention.close()
  expect(rows()).toBe(61)
})

it('deletes what is older than the setting at the start, and daily', async () => {
  const { start, rows, clock, setting, count, kept, library } = await retentionWorld()
  expect([count(7), count(10), count(11), count(30), count(90)]).toEqual([60, 60, 40, 40, 0])
  setting.days = 30
  const { retention, deleted } = start()
  await deleted
  expect(rows()).toBe(21)
  for (let day = 0; day < 19; day++) await clock.advance(DAY_MS)
  await vi.waitFor(() => expect(rows()).toBe(21))
  await clock.advance(DAY_MS)
  await vi.waitFor(() => expect(rows()).toBe(1))
  await retention.close()
  expect(library.assetDetail(kept[0] ?? '').asset.trashedAt).toBeNull()
})

it('counts the days from the last time that a result was moved to the trash', async () => {
  const { start, rows, setting, old, library } = await retentionWorld()
  await library.restore(old.slice(0, 2))
  await library.trash(old.slice(0, 1))
  setting.days = 30
  await start().deleted
  expect(rows()).toBe(23)
  expect(library.assetDetail(old[0] ?? '').asset.trashedAt).not.toBeNull()
  expect(library.assetDetail(old[1] ?? '').asset.trashedAt).toBeNull()
})

it('stops when the setting is turned off, and continues at the next start with what a crash left', async () => {
  const { start, rows, setting } = await retentionWorld()
  setting.days = 30
  const first = start()
  await Promise.resolve()
  setting.days = null
  await first.deleted
  const left = rows()
  expect(left).toBeGreaterThan(21)
  expect(left).toBeLessThan(61)
  await start().deleted
  expect(rows()).toBe(left)
  setting.days = 30
  await start().deleted
  expect(rows()).toBe(21)
})

it('leaves what is moved to the trash during the deletion, even if the clock was set back', async () => {
  const { start, rows, setting, clock, kept, library } = await retentionWorld()
  setting.days = 30
  const { deleted } = start()
  await Promise.resolve()
  await clock.advance(-35 * DAY_MS)
  await library.trash(kept)
  await deleted
  expect(rows()).toBe(21)
  expect(library.assetDetail(kept[0] ?? '').asset.trashedAt).not.toBeNull()
})

it('tries again the next day if the setting can’t be read, and closes', async () => {
  const { clock, log } = libraryWorld()
  const days = vi.fn((): number | null => 30)
  days.mockImplementationOnce(() => {
    throw new Error('disk I/O error')
  })
  const deleteExpired = vi.fn(async () => 0)
  const retention = new TrashRetention({ clock, log, days, library: { deleteExpired } })
  await retention.start()
  expect(log.lines).toMatchObject([{ level: 'warn', facts: { error: 'Error: disk I/O error' } }])
  expect(deleteExpired).not.toHaveBeenCalled()
  await clock.advance(DAY_MS)
  await retention.close()
  expect(deleteExpired).toHaveBeenCalledOnce()
})
