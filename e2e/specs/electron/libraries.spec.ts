import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator, Page } from '@playwright/test'
import { lockLibrary } from '../../../src-main/studio/storage/files/lockLibrary.ts'
import { findElectron } from '../../../scripts/test/findElectron.ts'
import { projectFolder } from '../../../scripts/test/projectFolder.ts'
import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { readDesktopCalls, recordDesktopCalls } from '../../fixtures/desktopCalls.ts'
import { ElectronStudio } from '../../fixtures/ElectronStudio.ts'
import { readResultFiles } from '../../fixtures/resultFiles.ts'
import { expect, test as base } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { SettingsPage } from '../../pages/SettingsPage.ts'
import { Shell } from '../../pages/Shell.ts'

interface Listed {
  studio: ElectronStudio
  /** Contains the folders of this test; the default library is `data/easel` in it. */
  root: string
  env: NodeJS.ProcessEnv
}

/** Easel without `--data`, with settings and a default library of its own. */
const test = base.extend<{ listed: Listed }>({
  listed: async ({ display, service, connected, pageErrors }, use) => {
    const root = mkdtempSync(join(tmpdir(), 'easel-libraries-'))
    const folders = {
      XDG_CONFIG_HOME: join(root, 'config'),
      XDG_DATA_HOME: join(root, 'data'),
      // Other systems than Linux have no XDG folders, and the developer's own libraries must not be used.
      HOME: root,
      APPDATA: join(root, 'config'),
      LOCALAPPDATA: join(root, 'data'),
    }
    const env = { ...process.env, ...display.env, ...(connected ? service.env : {}), ...folders }
    const dataFolder = join(root, 'data', 'easel')
    const studio = new ElectronStudio({
      dataFolder,
      env,
      pageErrors,
      opensLastLibrary: true,
      switches: ['--disable-gpu'],
    })
    await use({ studio, root, env })
    await studio.close()
    rmSync(root, { recursive: true, force: true })
  },
})

/** Answers the system's dialogs: these folders are chosen, and a restart is confirmed but left to the test. */
const answerDialogs = (studio: ElectronStudio, ...folders: string[]): Promise<void> =>
  studio.app.evaluate(({ app, dialog }, chosen) => {
    Object.assign(app, { relaunch: () => {} })
    Object.assign(dialog, {
      showOpenDialog: async () => ({ canceled: false, filePaths: [chosen.shift()] }),
      showMessageBox: async () => ({ response: 0, checkboxChecked: false }),
    })
  }, folders)

const makeFolder = (...path: string[]): string => {
  mkdirSync(join(...path), { recursive: true })
  return join(...path)
}

async function openLibrarySettings(page: Page): Promise<Locator> {
  await new Shell(page).goTo('Settings')
  await page.getByRole('link', { name: 'Library', exact: true }).click()
  const list = page.getByRole('list', { name: 'Libraries' })
  await expect(list).toBeVisible()
  return list
}

/** Restarts by a button and returns the window of the next start. */
async function restartBy(studio: ElectronStudio, button: Locator): Promise<Page> {
  await button.click()
  await studio.waitUntilClosed()
  return studio.open()
}

async function expectResults(page: Page, count: number): Promise<void> {
  await new Shell(page).goTo('Gallery')
  await expect(new GalleryPage(page).tiles()).toHaveCount(count)
}

// Catches: a library that opens with the history of another one, and a list that forgets or deletes one.
test('a new library opens empty, the other one opens again with its history, and is removed from the list only', async ({
  listed: { studio, root },
}) => {
  let page = await studio.open()
  await new CreatePage(page).generateImage('a lighthouse at work')
  await openLibrarySettings(page)
  await answerDialogs(studio, makeFolder(root, 'holiday'))
  page = await restartBy(studio, page.getByRole('button', { name: 'New library…' }))

  let list = await openLibrarySettings(page)
  await expect(list.getByRole('listitem')).toHaveText([/^holiday.*Current/, /^easel/])
  expect(await findAccessibilityViolations(page)).toEqual([])
  await expectResults(page, 0)

  list = await openLibrarySettings(page)
  await answerDialogs(studio)
  page = await restartBy(studio, list.getByRole('button', { name: 'Open “easel”' }))
  await expectResults(page, 1)

  list = await openLibrarySettings(page)
  await expect(list.getByRole('listitem')).toHaveText([/^easel.*Current/, /^holiday/])
  await list.getByRole('button', { name: 'Remove “holiday” from list' }).click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  expect(existsSync(join(root, 'holiday', 'easel.db'))).toBe(true)
})

// Catches: results lost because no warning said that another library doesn't fetch them, and a restart that can't be cancelled.
test('with a running job, the confirmation says what happens to it, and Cancel keeps the library open', async ({
  listed: { studio, root },
  service,
}) => {
  const page = await studio.open()
  service.setFaults('job-stuck=42x1')
  const create = new CreatePage(page)
  await create.prompt.fill('a lighthouse that waits')
  await create.waitForPrice()
  await create.generate.click()
  await expect(page).toHaveTitle(/^4[12]% · Create · Easel$/, { timeout: 40_000 })
  const list = await openLibrarySettings(page)
  await answerDialogs(studio, makeFolder(root, 'holiday'))
  await recordDesktopCalls(studio.app)
  await page.getByRole('button', { name: 'New library…' }).click()
  await expect
    .poll(async () => (await readDesktopCalls(studio.app)).dialogs)
    .toEqual([
      'Restart Easel with the library “holiday”? 1 job is running in “easel”. It continues at the service, and its result is fetched only when “easel” is open again. The service deletes results after a while.',
    ])
  await expect(list.getByRole('listitem')).toHaveText([/^easel.*Current/, /^holiday/])
})

test.describe('a backup without thumbnails', () => {
  test.use({ deletesFiles: true })

  // Catches: a restore without files, one that changes the open library, and one into a folder in use.
  test('a backup is restored to an empty folder and opened', async ({ listed: { studio, root } }) => {
    const page = await studio.open()
    await new CreatePage(page).generateImage('a lighthouse to be restored')
    const [backup, target] = [makeFolder(root, 'backup'), makeFolder(root, 'restored')]
    await answerDialogs(studio, backup, backup, studio.dataFolder, backup, target)
    const list = await openLibrarySettings(page)
    await page.getByRole('button', { name: 'Back up…' }).click()
    await expect(page.getByText(/^Backup complete:/)).toBeVisible()
    await page.getByRole('button', { name: 'Restore a backup…' }).click()
    await expect(
      page.getByText('This folder is inside the library or the backup, or contains it.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Restore a backup…' }).click()
    await expect(page.getByText(/^Backup restored: \d+ files/)).toBeVisible()
    await expect(list.getByRole('listitem')).toHaveText([/^easel/, /^restored/])
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect(await findAccessibilityViolations(page)).toEqual([])
    const hashes = (folder: string) => new Set(readResultFiles(folder).map((file) => file.sha256))
    expect(hashes(target)).toEqual(hashes(studio.dataFolder))

    const restored = await restartBy(studio, page.getByRole('button', { name: 'Open restored library' }))
    await expectResults(restored, 1)
    await expect((await openLibrarySettings(restored)).getByRole('listitem')).toHaveText([
      /^restored.*Current/,
      /^easel/,
    ])
  })
})

test.describe('a library with a key in the keychain', () => {
  test.use({ connected: false })

  // Catches: a move that loses results or the key, copies nothing to another disk, or leaves the library in both folders.
  for (const [disk, parent] of [
    ['the same disk', null],
    ['another disk', '/dev/shm'],
  ] as const)
    test(`moves to ${disk} with its results`, async ({ listed: { studio, root }, service }) => {
      test.skip(parent !== null && !existsSync(parent), 'There is no other file system')
      const other = parent === null ? null : mkdtempSync(join(parent, 'easel-move-'))
      const target = makeFolder(other ?? root, 'moved')
      writeFileSync(join(makeFolder(studio.dataFolder), 'letter.txt'), 'mine')
      let page = await studio.open()
      await new SettingsPage(page).addConnection('My service', service.address, service.key)
      await new Shell(page).goTo('Create')
      await new CreatePage(page).generateImage('a lighthouse that moves')
      const files = readResultFiles(studio.dataFolder).map(({ sha256 }) => sha256)
      await answerDialogs(studio, target)
      await openLibrarySettings(page)
      const move = page.getByRole('button', { name: 'Move library…' })
      if (other === null) {
        page = await restartBy(studio, move)
      } else {
        await move.click()
        page = await restartBy(studio, page.getByRole('button', { name: 'Restart and complete move' }))
      }
      await expectResults(page, 1)
      await expect((await openLibrarySettings(page)).getByRole('listitem')).toHaveText([/^moved.*Current/])
      expect(readResultFiles(target).map(({ sha256 }) => sha256)).toEqual(files)
      await expect.poll(() => readdirSync(studio.dataFolder)).toEqual(['letter.txt'])
      await new Shell(page).goTo('Create')
      await new CreatePage(page).generateImage('a lighthouse after the move')
      await studio.close()
      if (other !== null) rmSync(other, { recursive: true })
    })
})

/** Ways in which a library is unusable. `make` causes it at a folder and returns a function that ends it. */
const UNUSABLE: Readonly<Record<string, { make: (folder: string) => () => void; message: string }>> = {
  gone: { make: () => () => {}, message: 'There’s no library in' },
  'in use': {
    make: (folder) => {
      writeFileSync(join(makeFolder(folder), 'easel.db'), '')
      return lockLibrary(folder).release
    },
    message: 'Another copy of Easel has the library',
  },
  'of a newer version': {
    make: (folder) => {
      const database = new DatabaseSync(join(makeFolder(folder), 'easel.db'))
      database.exec('PRAGMA user_version = 999; CREATE TABLE a (b)')
      database.close()
      return () => {}
    },
    message: 'A newer version of Easel',
  },
}

// Catches: a user who is locked out by the last library, and an empty library made in place of one that is gone.
for (const [state, { make, message }] of Object.entries(UNUSABLE))
  test(`a start whose library is ${state} offers another one and keeps the list`, ({
    listed: { root, env },
  }) => {
    const unusable = join(root, 'unusable')
    const end = make(unusable)
    const existed = existsSync(unusable)
    const list = join(makeFolder(root, 'config', 'easel'), 'libraries.json')
    const standard = join(root, 'data', 'easel')
    writeFileSync(list, JSON.stringify({ libraries: [unusable, standard] }))
    const stubPath = join(root, 'stub.cjs')
    writeFileSync(
      stubPath,
      `const { app, dialog } = require('electron')
       dialog.showMessageBox = async (options) => (console.log(JSON.stringify(options)), { response: 0 })
       app.relaunch = () => console.log('restarting')`,
    )
    const switches = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
    const { stdout } = spawnSync(findElectron() ?? '', ['--require', stubPath, ...switches, projectFolder], {
      env,
      encoding: 'utf8',
      timeout: 60_000,
    })
    end()
    expect(stdout).toContain(message)
    expect(stdout).toContain('"buttons":["Open “easel”","Quit Easel"]')
    expect(stdout).toContain('restarting')
    expect(JSON.parse(readFileSync(list, 'utf8'))).toEqual({ libraries: [standard, unusable] })
    expect(existsSync(unusable)).toBe(existed)
  })
