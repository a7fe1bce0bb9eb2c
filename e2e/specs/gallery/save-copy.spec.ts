import { readFileSync, rmSync } from 'node:fs'
import { extname } from 'node:path'
import { readResultFiles, sha256 } from '../../fixtures/resultFiles.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'
import { ViewerPage } from '../../pages/ViewerPage.ts'

// Catches: a copy blocked by the content policy, one with other bytes, and a switch that is ignored.
test('a result and its other formats are saved with parameters, or byte for byte', async ({
  window,
  service,
  studio,
}, testInfo) => {
  await new CreatePage(window).generateImage('a copy of a lighthouse')
  const [job] = service.ledger()
  const served = await service.fetchResultFiles(job?.requestId ?? '')
  await new Shell(window).goTo('Gallery')
  const viewer = new ViewerPage(await new GalleryPage(window).open('a copy of a lighthouse'))

  const withParameters = testInfo.outputPath('with-parameters')
  const proposed = await studio.saveDownload(withParameters, () => viewer.saveCopy())
  expect(proposed).toMatch(/^\d{4}-\d\d-\d\d .* a copy of a lighthouse \d+\.png$/)
  expect(readFileSync(withParameters).includes('parameters\0a copy of a lighthouse\n')).toBe(true)

  await window.keyboard.press('Escape')
  await new Shell(window).goTo('Settings')
  await window.getByRole('link', { name: 'Library' }).click()
  await window.getByRole('switch', { name: 'Add parameters to exported and saved files' }).click()
  await new Shell(window).goTo('Gallery')
  await new GalleryPage(window).open('a copy of a lighthouse')
  const original = testInfo.outputPath('original')
  await studio.saveDownload(original, () => viewer.saveCopy())
  expect(sha256(readFileSync(original))).toBe(sha256(served['png'] ?? new Uint8Array()))

  for (const format of ['jpg', 'webp']) {
    const path = testInfo.outputPath(format)
    const name = await studio.saveDownload(path, () => viewer.saveCopy(format))
    expect(extname(name)).toBe(`.${format}`)
    expect(sha256(readFileSync(path))).toBe(sha256(served[format] ?? new Uint8Array()))
  }
})

test.describe('after its file was deleted', () => {
  test.use({ deletesFiles: true })

  // Catches: a copy of a missing file that fails silently.
  test('saving a copy of a missing file shows an error', async ({ window, studio }) => {
    await new CreatePage(window).generateImage('moved away')
    await new Shell(window).goTo('Gallery')
    const viewer = new ViewerPage(await new GalleryPage(window).open('moved away'))
    for (const { path } of readResultFiles(studio.dataFolder)) rmSync(path)
    await viewer.saveCopy()
    await expect(window.getByText(/no longer where Easel saved it/)).toBeVisible()
  })
})
