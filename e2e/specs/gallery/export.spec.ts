import { readdirSync, readFileSync } from 'node:fs'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { ElectronStudio } from '../../fixtures/ElectronStudio.ts'
import { outputFolder } from '../../fixtures/outputFolder.ts'
import { readResultFiles } from '../../fixtures/resultFiles.ts'
import type { Studio } from '../../fixtures/Studio.ts'
import { makeResults } from '../../fixtures/makeResults.ts'
import { expect, test } from '../../fixtures/test.ts'

const PNG_HEADER_BYTES = 33

/** Makes two results, selects both and opens the export dialog. */
async function openExport(page: Page) {
  await makeResults(page, ['fog over a pier', 'a red lighthouse'])
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('button', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Export…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export 2 results' })
  await dialog.getByRole('textbox', { name: 'File names' }).fill('{number} {prompt}')
  await expect(dialog.getByText('1 a red lighthouse.png')).toBeVisible()
  return dialog
}

/** Makes the desktop app's dialogs return a path; does nothing in a browser. */
const choosePath = (studio: Studio, path: string): Promise<void> =>
  studio instanceof ElectronStudio
    ? studio.app.evaluate(({ dialog }, chosen) => {
        Object.assign(dialog, {
          showOpenDialog: async () => ({ canceled: false, filePaths: [chosen] }),
          showSaveDialog: async () => ({ canceled: false, filePath: chosen }),
        })
      }, path)
    : Promise.resolve()

// Catches: a dialog that can't be read or used, other bytes or names than previewed, and choices that are forgotten.
test('a selection is exported as an archive with the previewed names', async ({
  window,
  studio,
  host,
}, testInfo) => {
  const dialog = await openExport(window)
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findAccessibilityViolations(window, 'dialog'), colorScheme).toEqual([])
    await window.screenshot({ path: testInfo.outputPath(`export-${colorScheme}.png`) })
  }
  await dialog.getByRole('switch', { name: 'Add a table (CSV)' }).click()
  const path = testInfo.outputPath('easel.zip')
  const start = async () => {
    await dialog.getByRole('button', { name: 'Export 2 results' }).click()
    await expect(dialog.getByText(/^Exported 2 files to .*\.zip$/)).toBeVisible()
  }
  if (host === 'electron') {
    await choosePath(studio, path)
    await dialog.getByRole('radio', { name: 'Zip archive' }).check()
    await start()
  } else expect(await studio.saveDownload(path, start)).toMatch(/^easel-[\d-]+\.zip$/)
  expect(await findAccessibilityViolations(window, 'dialog')).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()

  const entries = await new ZipReader(new Uint8ArrayReader(readFileSync(path))).getEntries()
  expect(entries.map(({ filename }) => filename)).toEqual([
    '1 a red lighthouse.png',
    '2 fog over a pier.png',
    'easel-export.csv',
  ])
  const [first] = entries
  if (!first || first.directory) throw new Error('No file in the archive')
  const copy = Buffer.from(await first.getData(new Uint8ArrayWriter()))
  expect(copy.includes('parameters\0a red lighthouse\n')).toBe(true)
  // Everything after the header, and so every pixel, is that of the original.
  const originals = readResultFiles(studio.dataFolder).map(({ path }) =>
    readFileSync(path).subarray(PNG_HEADER_BYTES),
  )
  expect(originals.some((original) => copy.subarray(-original.length).equals(original))).toBe(true)

  await window.getByRole('button', { name: 'Export…' }).click()
  await expect(dialog.getByRole('textbox', { name: 'File names' })).toHaveValue('{number} {prompt}')
  await expect(dialog.getByRole('switch', { name: 'Add a table (CSV)' })).toBeChecked()
})

// Catches: codecs that the built worker can't load, other names than previewed, and parameters that a conversion loses.
test('images are exported in another format with their parameters', async ({
  window,
  studio,
  host,
}, testInfo) => {
  const dialog = await openExport(window)
  const path = testInfo.outputPath('easel.zip')
  if (host === 'electron') {
    await choosePath(studio, path)
    await dialog.getByRole('radio', { name: 'Zip archive' }).check()
  }
  for (const [label, format] of [
    ['WebP', 'webp'],
    ['JPEG', 'jpeg'],
  ] as const) {
    await dialog.getByRole('radio', { name: label }).check()
    const name = `1 a red lighthouse.${format === 'jpeg' ? 'jpg' : format}`
    await expect(dialog.getByText(name)).toBeVisible()
    const start = async () => {
      await dialog.getByRole('button', { name: 'Export 2 results' }).click()
      await expect(dialog.getByText(/^Exported 2 files to .*\.zip$/)).toBeVisible()
    }
    if (host === 'electron') await start()
    else await studio.saveDownload(path, start)
    const entries = await new ZipReader(new Uint8ArrayReader(readFileSync(path))).getEntries()
    const [entry] = entries
    if (!entry || entry.directory) throw new Error('No file in the archive')
    expect(entry.filename).toBe(name)
    const copy = Buffer.from(await entry.getData(new Uint8ArrayWriter()))
    const { format: actual, width, exif, xmp } = await sharp(copy).metadata()
    expect({ actual, width }).toEqual({ actual: format, width: 1024 })
    expect(exif?.includes(Buffer.from('a red lighthouse', 'utf16le').swap16())).toBe(true)
    expect(xmp?.includes('trainedAlgorithmicMedia')).toBe(true)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await window.getByRole('button', { name: 'Export…' }).click()
    await expect(dialog.getByRole('radio', { name: label })).toBeChecked()
  }
})

// Catches: a folder that the window can't choose, and files that are replaced or left incomplete.
test('a selection is exported to a folder twice, and nothing is replaced', async ({
  window,
  studio,
  host,
}) => {
  test.skip(host === 'browser', 'A browser downloads an archive')
  const folder = outputFolder('exported')
  const dialog = await openExport(window)
  await choosePath(studio, folder)
  for (let round = 0; round < 2; round++) {
    await dialog.getByRole('button', { name: 'Export 2 results' }).click()
    await expect(dialog.getByText(/^Exported 2 files to exported/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await window.getByRole('button', { name: 'Export…' }).click()
  }
  expect(readdirSync(folder).sort()).toEqual([
    '1 a red lighthouse (2).png',
    '1 a red lighthouse.png',
    '2 fog over a pier (2).png',
    '2 fog over a pier.png',
  ])
})
