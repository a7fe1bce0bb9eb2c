import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { ElectronStudio } from '../../fixtures/ElectronStudio.ts'
import { expect, test } from '../../fixtures/test.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

// Catches: a folder of which files are lost silently, and an import that can't be read.
test('a folder is imported, and what was left out is named', async ({ window, studio }) => {
  const folder = mkdtempSync(join(tmpdir(), 'easel-import-'))
  mkdirSync(join(folder, 'more'))
  writeFileSync(join(folder, 'more', 'pixel.png'), Buffer.from(PIXEL, 'base64'))
  writeFileSync(join(folder, 'notes.txt'), 'hello')
  if (studio instanceof ElectronStudio)
    await studio.app.evaluate(({ dialog }, chosen) => {
      Object.assign(dialog, { showOpenDialog: async () => ({ canceled: false, filePaths: [chosen] }) })
    }, folder)
  await new Shell(window).goTo('Gallery')
  await window.getByRole('button', { name: 'Import' }).click()
  await window.getByRole('menuitem', { name: 'Import a folder…' }).click()
  const dialog = window.getByRole('dialog', { name: /^Import “/ })
  await expect(dialog.getByText('1 file was added to the library.')).toBeVisible()
  await expect(dialog.getByRole('region', { name: '1 file was left out:' })).toContainText('notes.txt')
  expect(await findAccessibilityViolations(window, 'dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(new GalleryPage(window).tiles()).toHaveCount(1)
})
