import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { ElectronStudio } from '../../fixtures/ElectronStudio.ts'
import { readResultFiles } from '../../fixtures/resultFiles.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { Shell } from '../../pages/Shell.ts'

async function openLibrarySettings(page: Page): Promise<void> {
  await new Shell(page).goTo('Settings')
  await page.getByRole('link', { name: 'Library', exact: true }).click()
}

// Catches: a check that misses a deleted file, and a missing file that can't be downloaded again.
test('the files of the library are checked, and a missing one is downloaded again', async ({
  window,
  studio,
}) => {
  await new CreatePage(window).generateImage('a lighthouse to be lost')
  const file = readResultFiles(studio.dataFolder).find(({ format }) => format === 'png')
  if (!file) throw new Error('No PNG was saved.')
  rmSync(file.path)
  await openLibrarySettings(window)
  await expect(window.getByText('Images', { exact: true })).toBeVisible()
  await window.getByRole('button', { name: 'Check files' }).click()
  await expect(window.getByText(/1 file doesn’t match what was saved/)).toBeVisible()
  const problems = window.getByRole('list', { name: 'Files with a problem' })
  await expect(problems).toContainText('Missing')
  expect(await findAccessibilityViolations(window)).toEqual([])
  await problems.getByRole('button', { name: /^Download again/ }).click()
  await expect(problems).toContainText('Downloaded again')
  const restored = readResultFiles(studio.dataFolder).find(({ path }) => path === file.path)
  expect(restored?.sha256).toBe(file.sha256)
  await window.getByRole('button', { name: 'Check files' }).click()
  await expect(window.getByText(/All match what was saved/)).toBeVisible()
})

// Catches: a backup without the files of results, and one that leaves a partial copy of the database.
test('the desktop app backs up the library to a folder; a browser says that it can’t back up or import one', async ({
  window,
  studio,
}, testInfo) => {
  await new CreatePage(window).generateImage('a lighthouse to be kept')
  await openLibrarySettings(window)
  const start = window.getByRole('button', { name: 'Back up…' })
  if (!(studio instanceof ElectronStudio)) {
    await expect(window.getByText(/^Only the desktop app can do this\. In a browser/)).toBeVisible()
    await expect(start).toHaveCount(0)
    await expect(window.getByText('Only the desktop app can import another library.')).toBeVisible()
    await expect(window.getByRole('button', { name: 'Import library…' })).toHaveCount(0)
    return
  }
  const target = testInfo.outputPath('backup')
  mkdirSync(target)
  await studio.app.evaluate(({ dialog }, chosen) => {
    Object.assign(dialog, { showOpenDialog: async () => ({ canceled: false, filePaths: [chosen] }) })
  }, target)
  await start.click()
  await expect(window.getByText(/^Backup complete: \d+ files, 0 of them already there/)).toBeVisible()
  const hashes = (folder: string) => new Set(readResultFiles(folder).map((file) => file.sha256))
  expect(hashes(target)).toEqual(hashes(studio.dataFolder))
  expect(readdirSync(join(target, 'backups')).join()).toMatch(/^easel-[^,]*\.db$/)
  await start.click()
  await expect(window.getByText(/^Backup complete: (\d+) files, \1 of them already there/)).toBeVisible()
})
