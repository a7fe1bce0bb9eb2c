import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { readResultFiles, sha256 } from '../../fixtures/resultFiles.ts'
import { makeResults } from '../../fixtures/makeResults.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'

const widthOf = async (image: Locator): Promise<number> => (await image.boundingBox())?.width ?? 0
const leftOf = async (image: Locator, view: Locator): Promise<number> =>
  ((await image.boundingBox())?.x ?? 0) - ((await view.boundingBox())?.x ?? 0)

// Catches: views that zoom or move apart, a missing share of differing pixels, and a table that lists equal parameters.
test('two images are compared side by side, with a divider and by their difference', async ({ window }) => {
  const gallery = await makeResults(window, ['a lighthouse', 'a windmill'])
  await window.getByRole('button', { name: 'Select', exact: true }).click()
  const compare = window.getByRole('button', { name: 'Compare', exact: true })
  await gallery.tiles('a lighthouse').click()
  await expect(compare).toBeDisabled()
  await gallery.tiles('a windmill').click()
  await expect(compare).toBeEnabled()
  await window.keyboard.press('c')
  const dialog = window.getByRole('dialog', { name: 'Compare 2 results' })
  const views = [
    dialog.getByRole('group', { name: /^Image 1/ }),
    dialog.getByRole('group', { name: /^Image 2/ }),
  ]
  const images = views.map((view) => view.getByRole('img'))
  const [first, second] = [images[0] ?? dialog, images[1] ?? dialog]
  await expect(first).toBeVisible()
  const fitted = await widthOf(first)
  await expect(second).toBeVisible()
  await expect.poll(() => widthOf(second)).toBeCloseTo(fitted, 0)
  await window.keyboard.press('+')
  await window.keyboard.press('+')
  await expect.poll(() => widthOf(first)).toBeGreaterThan(fitted * 1.5)
  await expect.poll(async () => (await widthOf(second)) - (await widthOf(first))).toBeCloseTo(0, 0)
  await second.hover()
  await window.mouse.wheel(0, -400)
  await window.mouse.down()
  await window.mouse.move(200, 300, { steps: 3 })
  await window.mouse.up()
  const [left, right] = [views[0] ?? dialog, views[1] ?? dialog]
  await expect.poll(async () => (await leftOf(first, left)) - (await leftOf(second, right))).toBeCloseTo(0, 0)

  const table = dialog.getByRole('region', { name: 'Differences' })
  await expect(table.getByRole('row', { name: /^Prompt/ })).toContainText('a windmill')
  await expect(table.getByRole('row', { name: /^Model/ })).toBeHidden()
  await table.getByText(/equal parameters$/).click()
  await expect(table.getByRole('row', { name: /^Model/ })).toBeVisible()
  await table.getByText(/equal parameters$/).click()
  expect(await findAccessibilityViolations(window)).toEqual([])

  await window.keyboard.press('0')
  await window.keyboard.press('m')
  await expect(dialog.getByRole('slider', { name: /^Divider/ })).toBeVisible()
  await window.keyboard.press('m')
  await expect(dialog.getByText(/% of pixels differ$/)).toBeVisible()
  expect(await findAccessibilityViolations(window)).toEqual([])
  await window.keyboard.press('m')
  const names = dialog.locator('figcaption')
  const [before] = await names.allTextContents()
  await window.keyboard.press('x')
  await expect(names.nth(1)).toHaveText(before ?? '')
  await window.keyboard.press('1')
  await expect(names.nth(0).getByRole('button', { name: 'Unstar' })).toBeVisible()
  await window.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

// Catches: a filmstrip that can't be used, a slideshow that doesn't move or stop, and full screen that is refused.
test('the viewer has a filmstrip, full screen and a slideshow', async ({ window }) => {
  const gallery = await makeResults(window, ['the first', 'the second', 'the third'])
  const viewer = await gallery.open('the third')
  const prompt = viewer.getByRole('region', { name: 'Prompt' })
  await window.keyboard.press('ArrowRight')
  await expect(prompt).toContainText('the second')
  const strip = viewer.getByRole('navigation', { name: 'Filmstrip' })
  const current = strip.locator('[aria-current]')
  await expect(current).toHaveAccessibleName('the second')
  await strip.getByRole('button', { name: 'the first' }).click()
  await expect(prompt).toContainText('the first')
  await expect(current).toBeFocused()
  await window.keyboard.press('ArrowLeft')
  await expect(current).toHaveAccessibleName('the second')
  await expect(current).toBeFocused()
  expect(await findAccessibilityViolations(window)).toEqual([])

  await window.keyboard.press('f')
  await expect.poll(() => window.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await window.keyboard.press('f')
  await expect.poll(() => window.evaluate(() => document.fullscreenElement !== null)).toBe(false)

  await window.keyboard.press('p')
  const controls = viewer.getByRole('toolbar', { name: 'Slideshow' })
  await controls.getByText('3 s').click()
  await expect(viewer.getByRole('complementary')).toBeHidden()
  await window.mouse.move(300, 200)
  await expect(viewer.getByRole('img', { name: 'the first' })).toBeVisible()
  // It ends after the last image.
  await expect(controls).toBeHidden()
  await expect(prompt).toContainText('the first')
})

// Catches: a blank viewer for a file that was deleted or changed, a download that isn't checked, and toasts over the buttons of the details.
test('a file that was deleted or changed outside Easel is downloaded again', async ({
  window,
  studio,
  service,
}) => {
  const gallery = await makeResults(window, ['a kept image'])
  // The result is also saved as JPEG and WebP.
  const file = readResultFiles(studio.dataFolder).find(({ format }) => format === 'png')
  if (!file) throw new Error('There is no result file')
  const charged = service.ledger().length
  rmSync(file.path)
  const viewer = await gallery.open('a kept image')
  await expect(viewer.getByText('This file is missing')).toBeVisible()
  await viewer.getByRole('button', { name: 'Download again' }).click()
  await expect(viewer.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  // The details have buttons that save other formats.
  const toast = await viewer.getByText(/^Downloaded again/).boundingBox()
  const details = await viewer.getByRole('complementary').boundingBox()
  expect((toast?.x ?? 0) + (toast?.width ?? 0)).toBeLessThan(details?.x ?? 0)
  expect(readResultFiles(studio.dataFolder).find(({ path }) => path === file.path)?.sha256).toBe(file.sha256)

  await window.keyboard.press('Escape')
  writeFileSync(file.path, 'another program was here')
  await gallery.open('a kept image')
  await expect(viewer.getByText(/Another program changed this file/)).toBeVisible()
  await viewer.getByRole('button', { name: 'Download again' }).click()
  await expect(viewer.getByText(/Another program changed this file/)).toBeHidden()
  expect(readResultFiles(studio.dataFolder).find(({ path }) => path === file.path)?.sha256).toBe(file.sha256)
  const found = join(studio.dataFolder, 'found')
  const kept = readdirSync(found).find((name) => name !== 'README.txt') ?? ''
  expect(statSync(join(found, kept)).size).toBe('another program was here'.length)
  expect(sha256(Buffer.from('another program was here'))).not.toBe(file.sha256)
  expect(service.ledger()).toHaveLength(charged)
})

// Catches: a toolbar that cuts off the dimensions of a result, and main actions without labels.
test('in small windows no details are cut off and the main actions keep their labels', async ({ window }) => {
  await window.setViewportSize({ width: 1280, height: 800 })
  await new CreatePage(window).generateImage('a small window')
  const facts = window
    .getByRole('toolbar', { name: 'Result actions' })
    .locator('span')
    .filter({ hasText: ' × ' })
    .first()
  expect(await facts.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await window.setViewportSize({ width: 900, height: 640 })
  await new Shell(window).goTo('Gallery')
  const gallery = new GalleryPage(window)
  const viewer = await gallery.open('a small window')
  for (const name of ['Use in…', 'Reuse all', 'Remix'])
    expect(await widthOf(viewer.getByRole('button', { name }).getByText(name))).toBeGreaterThan(20)
})
