import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { dropOrPaste } from '../../fixtures/dropFile.ts'
import { outputFolder } from '../../fixtures/outputFolder.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { PalettePage } from '../../pages/PalettePage.ts'
import { Shell } from '../../pages/Shell.ts'

const TEXT = `a lighthouse at dawn
Negative prompt: blurry
Steps: 6, Sampler: Euler a, CFG scale: 7, Seed: 1234, Size: 512x768, Model: dreamshaper_8, Version: v1.9.4`

/** A PNG of one pixel with parameters in the form of the AUTOMATIC1111 web UI. */
function pngWithParameters(): Buffer {
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const body = Buffer.from(`tEXtparameters\0${TEXT}`, 'latin1')
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(body.length - 4, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([
    pixel.subarray(0, 33),
    frame.subarray(0, 4),
    body,
    frame.subarray(4),
    pixel.subarray(33),
  ])
}

/** Drops a file with parameters on the window, as from a file manager. */
function drop(page: Page, name: string): Promise<void> {
  const path = join(outputFolder('files'), name)
  writeFileSync(path, pngWithParameters())
  return dropOrPaste('drop', page.locator('body'), path)
}

// Catches: parameters that are not found or not shown, values that are changed silently, and a dialog that can't be read.
test('a dropped file from another program fills the form, and what is unavailable is listed', async ({
  window,
}) => {
  await new Shell(window).goTo('Spend')
  await expect(window.getByRole('heading', { name: 'Spend', level: 1 })).toBeVisible()
  await drop(window, 'from-web-ui.png')
  const dialog = window.getByRole('dialog', { name: 'from-web-ui.png' })
  await expect(dialog.getByText('Parameters written by Web UI v1.9.4')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Prompt', exact: true })).toContainText(
    'a lighthouse at dawn',
  )
  await expect(dialog.getByRole('note')).toContainText('“dreamshaper_8” isn’t offered by this connection.')
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findAccessibilityViolations(window, 'dialog'), colorScheme).toEqual([])
  }
  await dialog.getByRole('button', { name: 'Reuse all' }).click()
  await expect(window.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue(
    'a lighthouse at dawn',
  )
  await expect.poll(() => new CreatePage(window).readSeed()).toBe('1234')
})

// Catches: an export whose parameters can't be read back, and a dialog that needs a mouse.
test('a sidecar opened by keyboard fills the form with its parameters', async ({ window }) => {
  const path = join(outputFolder('files'), 'result.png.json')
  const sidecar = {
    easelParameters: 1,
    operation: 'txt2img',
    model: { slug: 'gone', name: 'Gone' },
    values: { prompt: 'a red boat', steps: 4 },
    seed: 7,
  }
  writeFileSync(path, JSON.stringify(sidecar))
  await new Shell(window).goTo('Gallery')
  const chooser = window.waitForEvent('filechooser')
  await window.getByRole('button', { name: 'Import' }).focus()
  await window.keyboard.press('Enter')
  await expect(window.getByRole('menuitem', { name: 'Open a file…' })).toBeFocused()
  await window.keyboard.press('Enter')
  await (await chooser).setFiles(path)
  const dialog = window.getByRole('dialog', { name: 'result.png.json' })
  await expect(dialog.getByText('Parameters written by Easel')).toBeVisible()
  await dialog.getByRole('button', { name: 'Reuse all' }).focus()
  await window.keyboard.press('Enter')
  const create = new CreatePage(window)
  await expect(create.prompt).toHaveValue('a red boat')
  expect(readFileSync(path, 'utf8')).toBe(JSON.stringify(sidecar))
})

// Catches: a form that can't be filled from a file without dragging it, and files that only the gallery can open.
test('a file is opened from Create and from the palette', async ({ window }) => {
  const path = join(outputFolder('files'), 'from-web-ui.png')
  writeFileSync(path, pngWithParameters())
  const create = new CreatePage(window)
  await expect(create.prompt).toBeVisible()
  const dialog = window.getByRole('dialog', { name: 'from-web-ui.png' })
  const chosenInCreate = window.waitForEvent('filechooser')
  await window.getByRole('button', { name: 'Open a file…' }).click()
  await (await chosenInCreate).setFiles(path)
  await dialog.getByRole('button', { name: 'Reuse all' }).click()
  await expect(create.prompt).toHaveValue('a lighthouse at dawn')

  await new Shell(window).goTo('Spend')
  const palette = new PalettePage(window)
  const chosenInPalette = window.waitForEvent('filechooser')
  await palette.open()
  await palette.run('open a file', 'Open a file…')
  await (await chosenInPalette).setFiles(path)
  await expect(dialog.getByRole('button', { name: 'Add to library' })).toBeVisible()
})

// Catches: an import that is stored twice or not found again, and an import without its parameters.
test('a dropped file is added to the library once, and keeps its parameters', async ({ window }) => {
  await new Shell(window).goTo('Gallery')
  const gallery = new GalleryPage(window)
  const add = async () => {
    await drop(window, 'harbour.png')
    await window
      .getByRole('dialog', { name: 'harbour.png' })
      .getByRole('button', { name: 'Add to library' })
      .click()
  }
  await add()
  await expect(window.getByText('Added to the library')).toBeVisible()
  await expect(gallery.tiles()).toHaveCount(1)
  await add()
  await expect(window.getByText('This file is already in the library')).toBeVisible()
  await expect(gallery.tiles()).toHaveCount(1)
  await gallery.tiles().first().click()
  const parameters = window.getByRole('region', { name: 'Parameters' })
  await expect(parameters.getByText('Parameters written by Web UI v1.9.4')).toBeVisible()
  await parameters.getByRole('button', { name: 'Reuse all' }).click()
  await expect(new CreatePage(window).prompt).toHaveValue('a lighthouse at dawn')
})
