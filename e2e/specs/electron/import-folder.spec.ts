import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { dropPaths } from '../../fixtures/dropPaths.ts'
import { ElectronStudio } from '../../fixtures/ElectronStudio.ts'
import { outputFolder } from '../../fixtures/outputFolder.ts'
import type { Studio } from '../../fixtures/Studio.ts'
import { expect, test } from '../../fixtures/test.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Makes the dialog for a folder return this one. */
async function chooseFolder(studio: Studio, folder: string): Promise<void> {
  if (studio instanceof ElectronStudio)
    await studio.app.evaluate(({ dialog }, chosen) => {
      Object.assign(dialog, { showOpenDialog: async () => ({ canceled: false, filePaths: [chosen] }) })
    }, folder)
}

// Catches: files of a folder that are lost silently, and a dialog that isn't accessible.
test('a folder is imported, and what was left out is named', async ({ window, studio }) => {
  const folder = outputFolder('imported')
  mkdirSync(join(folder, 'more'))
  writeFileSync(join(folder, 'more', 'pixel.png'), Buffer.from(PIXEL, 'base64'))
  writeFileSync(join(folder, 'notes.txt'), 'hello')
  await chooseFolder(studio, folder)
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

// Catches: a library that is imported as bare files, one that is imported into itself, and a summary that isn't accessible.
test('a backup is imported as a library from Settings and the menu, and the open library is refused', async ({
  window,
  studio,
}) => {
  const source = outputFolder('imported')
  writeFileSync(join(source, 'pixel.png'), Buffer.from(PIXEL, 'base64'))
  const shell = new Shell(window)
  await shell.goTo('Gallery')
  // A drop is lost if the screen is replaced during the drag.
  await expect(window.getByRole('heading', { name: 'Gallery', level: 1 })).toBeVisible()
  await dropPaths(window, [source])
  await window.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  const backup = outputFolder('backup')
  await shell.goTo('Settings')
  await window.getByRole('link', { name: 'Library' }).click()
  await chooseFolder(studio, backup)
  await window.getByRole('button', { name: 'Back up…' }).click()
  await expect(window.getByText(backup)).toBeVisible()

  const dialog = window.getByRole('dialog', { name: /^Import “/ })
  await window.getByRole('button', { name: 'Import library…' }).click()
  await expect(
    dialog.getByText('0 results were added to your library. 1 result was already there.'),
  ).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findAccessibilityViolations(window, 'dialog'), colorScheme).toEqual([])
  }
  await dialog.getByRole('button', { name: 'Done' }).click()

  await shell.goTo('Gallery')
  await chooseFolder(studio, studio.dataFolder)
  await window.getByRole('button', { name: 'Import' }).click()
  await window.getByRole('menuitem', { name: 'Import another library…' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(
    'This is the library that’s open. Nothing was imported. Choose the folder of another library, or of a backup.',
  )
})

// Catches: a page that makes the host read paths that the page chose.
test('a page can’t import a path that the user didn’t drop', async ({ window }) => {
  const outcomes = await window.evaluate(async (folder) => {
    const made = new File(['x'], folder)
    Object.defineProperty(made, 'path', { value: folder })
    const fakes: unknown[] = [[made], [{ path: folder, name: folder }], [folder], folder, []]
    const importDropped: unknown = Reflect.get(Reflect.get(globalThis, 'easel'), 'importDropped')
    return Promise.all(
      fakes.map(async (fake) =>
        typeof importDropped === 'function'
          ? Promise.resolve()
              .then(() => Reflect.apply(importDropped, undefined, [fake]))
              .then((outcome: { ok: boolean }) => outcome.ok)
              .catch(() => false)
          : true,
      ),
    )
  }, tmpdir())
  expect(outcomes).toEqual([false, false, false, false, false])
})
