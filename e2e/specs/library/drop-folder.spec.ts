import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { dropPaths } from '../../fixtures/dropPaths.ts'
import { outputFolder } from '../../fixtures/outputFolder.ts'
import { expect, test } from '../../fixtures/test.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const pixel = Buffer.from(PIXEL, 'base64')
/** The same image with extra bytes after its end, so that it isn't a duplicate. */
const otherPixel = (text: string) => Buffer.concat([pixel, Buffer.from(text)])

/** A folder with two images, one of them in a subfolder, a file that can't be imported, and two that are ignored. */
function makeFolder(): string {
  const folder = outputFolder('Holiday')
  mkdirSync(join(folder, 'more', 'empty'), { recursive: true })
  writeFileSync(join(folder, 'pixel.png'), pixel)
  writeFileSync(join(folder, 'more', 'other.png'), otherPixel('more'))
  writeFileSync(join(folder, 'more', 'notes.txt'), 'hello')
  writeFileSync(join(folder, 'pixel.png.json'), '{}')
  writeFileSync(join(folder, '.hidden.png'), otherPixel('hidden'))
  return folder
}

// Catches: a folder that is opened as a file, files of it that are lost silently, and a summary that isn't accessible.
test('a dropped folder is imported with the folders in it, and what was left out is named', async ({
  window,
}) => {
  await new Shell(window).goTo('Gallery')
  await expect(window.getByRole('heading', { name: 'Gallery', level: 1 })).toBeVisible()
  await dropPaths(window, [makeFolder()])
  const dialog = window.getByRole('dialog', { name: 'Import “Holiday”' })
  await expect(dialog.getByText('2 files were added to the library.')).toBeVisible()
  await expect(dialog.getByRole('region', { name: '1 file was left out:' })).toContainText('notes.txt')
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findAccessibilityViolations(window, 'dialog'), colorScheme).toEqual([])
  }
  await dialog.getByRole('button', { name: 'Show imported' }).click()
  await expect(new GalleryPage(window).tiles()).toHaveCount(2)
  await expect(window.getByText('Imported', { exact: true })).toBeVisible()
})

// Catches: files that are dropped with a folder and ignored, and a folder that goes to a field of the form.
test('a folder that is dropped on the form with a file is imported with it', async ({ window }) => {
  const folder = makeFolder()
  const beside = join(folder, '..', 'beside.png')
  writeFileSync(beside, otherPixel('beside'))
  await expect(window.getByRole('textbox', { name: 'Prompt', exact: true })).toBeVisible()
  await dropPaths(window, [folder, beside])
  const dialog = window.getByRole('dialog', { name: 'Import files' })
  await expect(dialog.getByText('3 files were added to the library.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  // The same again adds nothing.
  await dropPaths(window, [folder, beside])
  await expect(
    dialog.getByText('0 files were added to the library. 3 files were already there.'),
  ).toBeVisible()
})
