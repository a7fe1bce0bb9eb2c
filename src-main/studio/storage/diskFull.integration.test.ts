import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { addJob, databaseWorld, problemOf, stateOf } from '../testing/worlds/databaseWorld.ts'
import { smallDisk } from '../testing/temporaryFolder.ts'

const fillUp = (folder: string) => {
  expect(() => writeFileSync(join(folder, 'filler'), Buffer.alloc(3 << 20))).toThrow('ENOSPC')
}

it('reports a full disk at startup without treating the database as damaged, and opens it once there is space', async (context) => {
  const folder = smallDisk(context)
  const { open } = databaseWorld(folder)
  const first = open()
  addJob(first, 'kept', 'saved')
  await first.close()
  fillUp(folder)
  expect(problemOf(open)).toEqual({ code: 'disk_full', money: 'none' })
  rmSync(join(folder, 'filler'))
  const again = open()
  expect(again.notices).toEqual([])
  expect(stateOf(again, 'kept')).toBe('saved')
})
