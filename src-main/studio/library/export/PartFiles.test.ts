import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { memoryLog } from '../../testing/memoryLog.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { PartFiles } from './PartFiles.ts'

const setUp = (id: string) => {
  const [records, target] = [temporaryFolder(), temporaryFolder()]
  const open = () => new PartFiles({ records, uuid: () => id, log: memoryLog() })
  return { records, target, open }
}

it('incomplete files that a crash left are removed at the next start, with their record', async () => {
  const { records, target, open } = setUp('a')
  const { path } = await open().reserve(target)
  writeFileSync(path, 'half')
  await open().removeLeftovers()
  expect(existsSync(path)).toBe(false)
  expect(readdirSync(records)).toEqual([])
})

it('the record of a running export is kept, also while it is being written', async () => {
  const { records, target, open } = setUp('a')
  const parts = open()
  await parts.reserve(target)
  writeFileSync(join(records, 'a.part'), target)
  await parts.removeLeftovers()
  expect(readdirSync(records).toSorted((one, other) => one.localeCompare(other))).toEqual(['a', 'a.part'])
})
