import { createHash } from 'node:crypto'
import { cpSync, mkdirSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { pngOf } from '../../testing/media/images.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { inputWorld } from '../../testing/worlds/inputWorld.ts'

const picture = pngOf(70, 50)
const hash = createHash('sha256').update(picture).digest('hex')
/** Windows syncs folders itself. */
const syncsFolders = process.platform !== 'win32'

/** Makes syncing a folder fail until the end of the test. */
async function failFolderSyncs() {
  const handle = await open(temporaryFolder(), 'r')
  const prototype: FileHandle = Object.getPrototypeOf(handle)
  await handle.close()
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    if ((await this.stat()).isDirectory()) throw new Error('failed')
    return this.datasync()
  })
  onTestFinished(() => spy.mockRestore())
}

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

it.runIf(syncsFolders)('an input that can’t be synced when it is added again is kept', async () => {
  const { addInput, library } = inputWorld()
  const { id } = await addInput('a.png', picture)
  await failFolderSyncs()
  await expect(addInput('a.png', picture)).rejects.toMatchObject({ problem: { code: 'disk_failed' } })
  expect(library.findInputFile(id)).toMatchObject({ isPresent: true })
})

it.runIf(syncsFolders)('an input that can’t be synced leaves no file', async () => {
  const { addInput, files, folder } = inputWorld()
  mkdirSync(join(folder, hash.slice(0, 2)))
  await failFolderSyncs()
  await expect(addInput('a.png', picture)).rejects.toMatchObject({ problem: { code: 'disk_failed' } })
  expect(files()).toEqual([])
})

it('a file that a crash left before its row was added is removed at the next start', async () => {
  const { addInput, database, places } = inputWorld()
  await addInput('b.png', pngOf(9, 9))
  const left = temporaryFolder()
  vi.spyOn(database, 'transaction').mockImplementationOnce(() => {
    cpSync(dirname(places.database), left, { recursive: true })
    throw new Error('crash')
  })
  await expect(addInput('a.png', picture)).rejects.toMatchObject({ problem: { code: 'disk_failed' } })
  const restarted = inputWorld({ dataFolder: left })
  expect(restarted.files()).toHaveLength(2)
  await restarted.inputs.removeOrphans()
  expect(restarted.files()).toHaveLength(1)
  expect((await restarted.list.page({ before: null, limit: 9, kinds: ['image'] })).tiles).toHaveLength(1)
})
