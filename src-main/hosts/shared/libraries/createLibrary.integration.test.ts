import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { smallDisk } from '../../../studio/testing/temporaryFolder.ts'
import { checkLibrary, createLibrary } from './checkLibrary.ts'

it('a library that can’t be created on a full disk leaves its folder empty, so that it can be tried again', async (context) => {
  const disk = smallDisk(context, 2)
  const folder = join(disk, 'holiday')
  mkdirSync(folder)
  writeFileSync(join(disk, 'filler'), Buffer.alloc(2_050_000))
  await expect(createLibrary(folder)).rejects.toMatchObject({ problem: { code: 'disk_full' } })
  expect(readdirSync(folder)).toEqual([])
  rmSync(join(disk, 'filler'))
  await createLibrary(folder)
  expect(await checkLibrary(folder)).toBe('library')
})
