import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, vi } from 'vitest'
import { describeFolder } from '../../storage/files/libraryFolder.ts'
import { smallDisk, temporaryFolder } from '../../testing/temporaryFolder.ts'
import { sandboxStudio } from '../../testing/worlds/sandboxStudio.ts'
import { findBackup } from './restoreLibrary.ts'

const RESULT = 'library/2026/11/fox.png'

/** A studio, a backup of its library with a file in it, and a function that restores it to a folder and waits for the end. */
async function studioWithBackup() {
  const { studio, dataFolder, close } = await sandboxStudio({ flavour: 'spec' })
  const { maintenance } = studio
  mkdirSync(join(dataFolder, 'library/2026/11'), { recursive: true })
  writeFileSync(join(dataFolder, RESULT), Buffer.alloc(200_000, 'fox'))
  writeFileSync(join(dataFolder, 'operations.json'), '{}')
  const waitForEnd = async () => {
    await expect.poll(() => maintenance.status?.state, { interval: 20 }).not.toBe('running')
    return maintenance.status
  }
  const backup = join(temporaryFolder(), 'backup')
  mkdirSync(backup)
  await maintenance.backUp(backup)
  expect(await waitForEnd()).toMatchObject({ kind: 'backup', state: 'done' })
  const onDone = vi.fn(async () => {})
  const restore = async (target: string) => {
    await maintenance.restore(backup, target, onDone)
    return waitForEnd()
  }
  return { studio, maintenance, dataFolder, backup, restore, waitForEnd, onDone, close }
}

/** All files of a folder by their content. */
const readTree = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length), readFileSync(path, 'base64')]),
  )

it('restores a backup to an empty folder that opens as a library, and changes neither the backup nor the open library', async () => {
  const { studio, backup, restore, onDone, dataFolder, close } = await studioWithBackup()
  const before = readTree(backup)
  const target = temporaryFolder()
  const status = await restore(target)
  expect(status).toMatchObject({ kind: 'restore', state: 'done', problemCount: 0, target })
  expect(status?.filesDone).toBe(status?.files)
  expect(onDone).toHaveBeenCalledExactlyOnceWith(target)
  expect(readTree(backup)).toEqual(before)
  expect(readFileSync(join(target, RESULT))).toEqual(readFileSync(join(dataFolder, RESULT)))
  expect(readdirSync(target).toSorted()).toEqual(
    ['backups', 'journal', 'library', 'operations.json'].toSorted(),
  )
  expect((await studio.handlers['studio.info']()).dataFolder).toBe(dataFolder)
  await close()
  const restored = await sandboxStudio({ flavour: 'spec', dataFolder: target })
  expect(
    (await restored.studio.handlers['studio.info']()).notices.map(({ problem }) => problem.code),
  ).toContain('database_restored')
})

it('continues a stopped restore, and its folder can’t be opened before that', async () => {
  const { studio, maintenance, backup, restore, waitForEnd, onDone } = await studioWithBackup()
  const target = temporaryFolder()
  await maintenance.restore(backup, target, onDone)
  await studio.handlers['maintenance.stop']()
  expect(await waitForEnd()).toMatchObject({ state: 'stopped' })
  expect(onDone).not.toHaveBeenCalled()
  expect(describeFolder(target)).toBe('unfinished')
  expect(
    readdirSync(target, { recursive: true }).filter((name) => /\.(part|db)$/.test(String(name))),
  ).toEqual([])
  expect(await restore(target)).toMatchObject({ state: 'done' })
  expect(describeFolder(target)).toBe('library')
})

it('leaves out a file that was changed in the backup, and names it', async () => {
  const { backup, restore, dataFolder } = await studioWithBackup()
  const database = new DatabaseSync(join(backup, 'backups', readdirSync(join(backup, 'backups'))[0] ?? ''))
  database.exec(
    `INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at)
       VALUES ('a', 'result', 'image', 'image/png', 'png', '2026/11/fox.png', 3, 'other', 0)`,
  )
  database.close()
  const target = temporaryFolder()
  expect(await restore(target)).toMatchObject({
    state: 'done',
    problemCount: 1,
    problems: [{ file: RESULT, state: 'changed' }],
  })
  expect(readdirSync(join(target, 'library/2026/11'))).toEqual([])
  expect(readdirSync(join(dataFolder, 'library/2026/11'))).toEqual(['fox.png'])
})

it('leaves no incomplete file on a full disk, and continues when there is space', async (context) => {
  const { restore } = await studioWithBackup()
  const disk = smallDisk(context, 4)
  const target = join(disk, 'library')
  mkdirSync(target)
  writeFileSync(join(disk, 'filler'), Buffer.alloc(3_900_000))
  expect(await restore(target)).toMatchObject({ state: 'failed', problem: { code: 'disk_full' } })
  expect(
    readdirSync(target, { recursive: true }).filter((name) => /\.(part|db)$/.test(String(name))),
  ).toEqual([])
  expect(describeFolder(target)).toBe('unfinished')
  rmSync(join(disk, 'filler'))
  expect(await restore(target)).toMatchObject({ state: 'done', problemCount: 0 })
  expect(describeFolder(target)).toBe('library')
})

it('writes nothing to a folder with a library of any version, a backup or other files, nor into the library or the backup', async () => {
  const { maintenance, backup, dataFolder, onDone } = await studioWithBackup()
  const withFile = (name: string): string => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, name), 'mine')
    return folder
  }
  for (const [target, code] of [
    [withFile('easel.db'), 'folder_has_library'],
    [withFile('holiday.txt'), 'folder_not_empty'],
    [backup, 'folder_nested'],
    [join(backup, 'library'), 'folder_nested'],
    [join(dataFolder, 'inputs'), 'folder_nested'],
    [join(dataFolder, '..'), 'folder_nested'],
    [join(dataFolder, '../missing-folder'), 'disk_failed'],
  ] as const) {
    const before = target.includes('missing') || target.endsWith('..') ? null : readdirSync(target)
    const restoring = maintenance.restore(backup, target, onDone)
    await expect(restoring, target).rejects.toMatchObject({ problem: { code } })
    if (before) expect(readdirSync(target)).toEqual(before)
  }
  expect(maintenance.status?.kind).toBe('backup')
})

it('finds a backup in the folder that was chosen for it, and rejects newer backups and folders without one', async () => {
  const { maintenance, waitForEnd, backup, dataFolder } = await studioWithBackup()
  const chosen = temporaryFolder()
  writeFileSync(join(chosen, 'holiday.txt'), 'mine')
  await maintenance.backUp(chosen)
  await waitForEnd()
  expect(await findBackup(chosen)).toBe(join(chosen, 'Easel backup'))
  expect(await findBackup(backup)).toBe(backup)
  for (const none of [temporaryFolder(), dataFolder, join(chosen, 'missing')])
    await expect(findBackup(none)).rejects.toMatchObject({ problem: { code: 'not_a_backup' } })
  const database = new DatabaseSync(join(backup, 'backups', readdirSync(join(backup, 'backups'))[0] ?? ''))
  database.exec('PRAGMA user_version = 999')
  database.close()
  await expect(findBackup(backup)).rejects.toMatchObject({ problem: { code: 'backup_newer' } })
})
