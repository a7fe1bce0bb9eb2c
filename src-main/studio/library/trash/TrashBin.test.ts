import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'
import { PendingDeletions } from './PendingDeletions.ts'
import { TrashBin } from './TrashBin.ts'

/** Sixty results in the trash and one outside it. */
async function trashWorld() {
  const world = libraryWorld()
  const { library, places, database, log, clock, addJobWithResult } = world
  const ids = Array.from({ length: 60 }, (_, n) => addJobWithResult(`r${n}`).id)
  const kept = addJobWithResult('kept').id
  await library.trash(ids)
  let notifications = 0
  /** The trash bin after startup. */
  const start = () => {
    const pendingDeletions = new PendingDeletions({ database, folders: places, log })
    return new TrashBin({ database, pendingDeletions, clock, onDeleted: () => void notifications++ })
  }
  const rows = () => Number(database.get('SELECT count(*) AS n FROM assets')?.['n'])
  const files = () =>
    [...ids.keys()].filter((n) => existsSync(join(places.library, `2026/01/r${n}.png`))).length
  return { ...world, ids, kept, start, rows, files, notifications: () => notifications }
}

it('is emptied in batches and yields to other work in between', async () => {
  const { start, rows, files, notifications } = await trashWorld()
  const emptying = start().empty()
  const counts = [rows()]
  for (let n = 0; n < 20; n++) {
    await setImmediate()
    counts.push(rows())
  }
  expect(await emptying).toBe(60)
  expect(new Set(counts).size).toBeGreaterThan(2)
  expect([rows(), files(), notifications()]).toEqual([1, 0, 1])
})

it('continues at the next startup with what a crash left, and with nothing else', async () => {
  const { start, rows, files, ids, kept, library, clock } = await trashWorld()
  const first = start()
  const emptying = first.empty()
  first.close()
  const deleted = await emptying
  expect(deleted).toBeGreaterThan(0)
  expect(deleted).toBeLessThan(60)
  // Between the crash and the end of the deletion, the user restores one result and trashes another.
  const again = start()
  await library.restore([ids[59] ?? ''])
  await clock.advance(1)
  await library.trash([kept])
  await again.resume()
  expect([rows(), files()]).toEqual([2, 1])
  expect(library.assetDetail(kept).asset.trashedAt).not.toBeNull()
  const nothing = start()
  await nothing.resume()
  expect(rows()).toBe(2)
})

it('leaves results that are trashed meanwhile, even if the clock was set back', async () => {
  const { start, library, kept, clock, rows } = await trashWorld()
  await clock.advance(-5000)
  const bin = start()
  const emptying = bin.empty()
  expect(bin.nextTrashTime()).toBeGreaterThan(clock.now() + 5000)
  expect(await emptying).toBe(60)
  expect(bin.nextTrashTime()).toBe(clock.now())
  await library.trash([kept])
  expect(rows()).toBe(1)
})
