import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pngOf } from '../../testing/media/images.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { openLibrary } from './testing.ts'

it.each([
  ['missing', (file: string) => rmSync(file)],
  ['truncated', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 60))],
] as const)('a backup of the open library puts the %s file of a result back', async (_, damage) => {
  const own = await openLibrary()
  const id = await own.add('lost.png', pngOf(8, 8, 1))
  await own.add('kept.png', pngOf(8, 8, 2))
  const folder = temporaryFolder()
  await own.studio.maintenance.backUp(folder)
  await expect.poll(async () => (await own.handlers['maintenance.status']())?.state).toBe('done')
  const file = own.fileOf(id)
  damage(file)
  rmSync(`${file}.json`)
  expect(await own.importLibrary(folder)).toMatchObject({
    state: 'done',
    added: 0,
    restored: 1,
    duplicates: 1,
    failureCount: 0,
  })
  expect((await own.list()).map((tile) => tile.title)).toEqual(['kept.png', 'lost.png'])
  expect(readFileSync(own.fileOf(id)).equals(pngOf(8, 8, 1))).toBe(true)
  expect(await own.handlers['library.file_state']({ id })).toMatchObject({ state: 'present' })
  expect(JSON.parse(readFileSync(`${file}.json`, 'utf8'))).toMatchObject({ title: 'lost.png' })
  expect(await own.importLibrary(folder)).toMatchObject({ restored: 0, duplicates: 2 })
})
