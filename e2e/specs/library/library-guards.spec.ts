import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { downgradeLibrary } from '../../fixtures/downgradeLibrary.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'

const ALREADY_OPEN = /Another copy of Easel|already open/

const databaseOf = (folder: string): string => {
  const name = readdirSync(folder).find((file) => /\.(db|sqlite3?)$/.test(file))
  if (!name) throw new Error(`No database in ${folder}`)
  return join(folder, name)
}

// Catches: two instances on one library that send and poll the same jobs.
test('a second instance on the same library is rejected, and the first continues', async ({ studio }) => {
  const page = await studio.open()
  expect(await studio.startAndReadOutput(ALREADY_OPEN)).toMatch(ALREADY_OPEN)
  await new CreatePage(page).generateImage('undisturbed')
})

// Catches: an older program that writes into a database it does not understand.
test('a library of a newer Easel is rejected and unchanged', async ({ studio }) => {
  await studio.open()
  await studio.close()
  const file = databaseOf(studio.dataFolder)
  const database = new DatabaseSync(file)
  database.exec('PRAGMA user_version = 9999')
  database.close()
  const before = readFileSync(file)
  expect(await studio.startAndReadOutput(/newer/)).toContain('A newer version of Easel created')
  expect(readFileSync(file).equals(before)).toBe(true)
})

// Catches: an update that loses results, makes no backup or doesn't name it, or doesn't run in the worker thread of the built program.
test('a library of an earlier version is updated at the start and shows its results', async ({ studio }) => {
  await new CreatePage(await studio.open()).generateImage('made by an earlier version')
  await studio.close()
  downgradeLibrary(studio.dataFolder)
  const page = await studio.open()
  await new Shell(page).goTo('Gallery')
  await expect(new GalleryPage(page).tiles('made by an earlier version')).toHaveCount(1)
  const [backup = ''] = readdirSync(join(studio.dataFolder, 'backups')).filter((name) =>
    name.endsWith('-before-2.db'),
  )
  await expect(page.getByRole('alert')).toHaveText(/updated this library for its new version/)
  await expect(page.getByRole('alert')).toContainText(`backups/${backup}`)
  expect(backup).not.toBe('')
  // Logged when the update runs on the main thread because its thread ended.
  expect(readFileSync(join(studio.dataFolder, 'logs', 'easel.log'), 'utf8')).not.toContain('main thread')
})

// Catches: a damaged database that is silently replaced by an empty one.
test('a damaged database is quarantined and reported, and Easel continues', async ({ studio }) => {
  const page = await studio.open()
  await new CreatePage(page).generateImage('made before the damage')
  await studio.close()
  const file = databaseOf(studio.dataFolder)
  writeFileSync(file, Buffer.alloc(65_536, 'not a database '))
  for (const extra of [`${file}-wal`, `${file}-shm`]) writeFileSync(extra, '')
  const again = await studio.open()
  await expect(again.getByText(/couldn’t read|was unreadable/).first()).toBeVisible()
  expect(readdirSync(studio.dataFolder, { recursive: true }).join(' ')).toMatch(/damaged|corrupt|broken/)
  await new Shell(again).goTo('Gallery')
  await expect(new GalleryPage(again).page.getByRole('main')).toBeVisible()
})
