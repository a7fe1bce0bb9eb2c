import { cpSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it, vi } from 'vitest'
import { pngOf } from '../../testing/media/images.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { inputWorld } from '../../testing/worlds/inputWorld.ts'
import { fsyncFolder } from '../../storage/files/durableFiles.ts'

vi.mock(import('../../storage/files/durableFiles.ts'), async (importOriginal) => {
  const original = await importOriginal()
  return { ...original, fsyncFolder: vi.fn(original.fsyncFolder) }
})

const picture = pngOf(70, 50)

it('an input whose row can’t be added leaves no file', async () => {
  const { addInput, files, database } = inputWorld()
  vi.spyOn(database, 'transaction').mockImplementationOnce(() => {
    throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
  })
  await expect(addInput('a.png', picture)).rejects.toMatchObject({ problem: { code: 'disk_full' } })
  expect(files()).toEqual([])
  expect(database.all('SELECT * FROM pending_deletions')).toEqual([])
  await addInput('a.png', picture)
  expect(files()).toHaveLength(1)
})

it('an input whose row can’t be changed when it is added again is kept', async () => {
  const { addInput, database, library } = inputWorld()
  const { id } = await addInput('a.png', picture)
  vi.spyOn(database, 'transaction').mockImplementationOnce(() => {
    throw new Error('failed')
  })
  await expect(addInput('a.png', picture)).rejects.toMatchObject({ problem: { code: 'disk_failed' } })
  expect(library.findInputFile(id)).toMatchObject({ isPresent: true })
})

it('an input that can’t be synced when it is added again is kept', async () => {
  const { addInput, library } = inputWorld()
  const { id } = await addInput('a.png', picture)
  vi.mocked(fsyncFolder).mockRejectedValueOnce(new Error('failed'))
  await expect(addInput('a.png', picture)).rejects.toMatchObject({ problem: { code: 'disk_failed' } })
  expect(library.findInputFile(id)).toMatchObject({ isPresent: true })
})

it('an input that can’t be synced leaves no file', async () => {
  const { addInput, files } = inputWorld()
  await addInput('b.png', pngOf(9, 9))
  vi.mocked(fsyncFolder).mockRejectedValueOnce(new Error('failed'))
  await expect(addInput('a.png', picture)).rejects.toMatchObject({ problem: { code: 'disk_failed' } })
  expect(files()).toHaveLength(1)
})

it('a file that a crash left before its row was added is removed at the next start', async () => {
  const { addInput, database, places } = inputWorld()
  await addInput('b.png', pngOf(9, 9))
  const left = temporaryFolder()
  vi.spyOn(database, 'transaction').mockImplementationOnce(() => {
    cpSync(dirname(places.database), left, { recursive: true })
    throw new Error('crash')
  })
  await expect(addInput('a.png', picture)).rejects.toThrow()
  const restarted = inputWorld({ dataFolder: left })
  expect(restarted.files()).toHaveLength(2)
  await restarted.inputs.removeOrphans()
  expect(restarted.files()).toHaveLength(1)
  expect((await restarted.list.page({ before: null, limit: 9, kinds: ['image'] })).tiles).toHaveLength(1)
})
