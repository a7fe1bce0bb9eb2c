import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { ElectronStudio } from '../../fixtures/ElectronStudio.ts'
import { readResultFiles, sha256 } from '../../fixtures/resultFiles.ts'
import { makeResults } from '../../fixtures/makeResults.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { Shell } from '../../pages/Shell.ts'

const menuOf = (page: Page, name = 'Actions for this result') => page.getByRole('menu', { name })

// Catches: a menu that can't be opened or used by keyboard, loses the focus, or can't be read.
test('the menu of a result is used by keyboard', async ({ window }, testInfo) => {
  const gallery = await makeResults(window, ['fog over a pier'])
  const tile = gallery.results.getByRole('button', { name: /^fog over a pier/ })
  await tile.focus()
  await window.keyboard.press('Shift+F10')
  const menu = menuOf(window)
  await expect(menu.getByRole('menuitem', { name: 'Copy image' })).toBeFocused()
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findAccessibilityViolations(window, 'body'), colorScheme).toEqual([])
    await window.screenshot({ path: testInfo.outputPath(`menu-${colorScheme}.png`) })
  }
  await window.keyboard.press('a')
  const addTo = menu.getByRole('menuitem', { name: 'Add to collection' })
  await expect(addTo).toBeFocused()
  await window.keyboard.press('ArrowRight')
  const collections = menuOf(window, 'Add to collection')
  await expect(collections.getByRole('menuitem', { name: 'New collection…' })).toBeFocused()
  await window.keyboard.press('Escape')
  await expect(addTo).toBeFocused()
  await window.keyboard.press('ArrowRight')
  await expect(collections.getByRole('menuitem', { name: 'New collection…' })).toBeFocused()
  await window.keyboard.press('Enter')
  await window.getByRole('textbox', { name: 'Name' }).fill('Piers')
  await window.keyboard.press('Enter')
  await expect(window.getByRole('dialog')).toHaveCount(0)

  await tile.focus()
  await window.keyboard.press('Shift+F10')
  await expect(menu).toBeVisible()
  await window.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(tile).toBeFocused()
  await window.keyboard.press('Shift+F10')
  await expect(menu.getByRole('menuitem', { name: 'Copy image' })).toBeFocused()
  await window.keyboard.press('m')
  await expect(menu.getByRole('menuitem', { name: 'Move to trash' })).toBeFocused()
  await window.keyboard.press('Enter')
  await expect(gallery.tiles()).toHaveCount(0)
})

// Catches: values that reach the form wrong, a selection that is ignored, and a menu that the viewer makes inert.
test('results are reused and removed with their menu, alone and together', async ({ window }) => {
  const gallery = await makeResults(window, ['fog over a pier', 'a red lighthouse'])
  await gallery.open('a red lighthouse')
  await gallery.viewer
    .getByRole('img', { name: /^a red lighthouse/ })
    .first()
    .click({ button: 'right' })
  await menuOf(window).getByRole('menuitem', { name: 'Reuse prompt' }).click()
  const create = new CreatePage(window)
  await expect(create.prompt).toHaveValue('a red lighthouse')

  await create.prompt.fill('something else')
  await create.cards('Saved').last().click({ button: 'right' })
  await menuOf(window).getByRole('menuitem', { name: 'Reuse prompt' }).click()
  await expect(create.prompt).toHaveValue('fog over a pier')

  await new Shell(window).goTo('Gallery')
  await window.getByRole('button', { name: 'Select', exact: true }).click()
  await window.getByRole('button', { name: 'Select all' }).click()
  await gallery.tiles('fog over a pier').click({ button: 'right' })
  const menu = menuOf(window, 'Actions for 2 results')
  await expect(menu.getByRole('menuitem', { name: 'Copy image' })).toHaveCount(0)
  await menu.getByRole('menuitem', { name: 'Star', exact: true }).click()
  await expect(window.getByText('Starred 2 results')).toBeVisible()
  await gallery.tiles('fog over a pier').click({ button: 'right' })
  await menu.getByRole('menuitem', { name: 'Move to trash' }).click()
  await expect(gallery.tiles()).toHaveCount(0)
})

// Catches: a clipboard without the image, and parameters in a form that other programs don't read.
test('an image, its prompt and its parameters are copied', async ({ window, studio, host }) => {
  test.skip(host === 'browser', 'Only the desktop lets a test read the clipboard')
  if (!(studio instanceof ElectronStudio)) return
  const gallery = await makeResults(window, ['fog over a pier'])
  const copy = async (item: string, message: string) => {
    await gallery.tiles('fog over a pier').click({ button: 'right' })
    await menuOf(window).getByRole('menuitem', { name: item }).click()
    await expect(window.getByText(message)).toBeVisible()
  }
  const readText = () => studio.app.evaluate(({ clipboard }) => clipboard.readText())
  await copy('Copy prompt', 'Prompt copied')
  expect(await readText()).toBe('fog over a pier')
  await copy('Copy parameters', 'Parameters copied')
  expect(await readText()).toMatch(/^fog over a pier\nSteps: .*Seed: \d+, Size: \d+x\d+, Model: /)
  await copy('Copy image', 'Image copied')
  const types = await studio.app.evaluate(async ({ clipboard }) => {
    // Electron before version 45 has another interface.
    const formats: unknown = Reflect.get(clipboard, 'availableFormats')
    if (typeof formats === 'function') return formats.call(clipboard)
    return (await clipboard.read()).flatMap((item) => item.types)
  })
  expect(types).toContain('image/png')
})

// Catches: a sheet without the images or their captions, and a dialog that can't be read.
test('selected results are saved as a contact sheet', async ({ window, studio }, testInfo) => {
  const gallery = await makeResults(window, ['fog over a pier', 'a red lighthouse', 'boats at low tide'])
  await window.getByRole('button', { name: 'Select', exact: true }).click()
  await window.getByRole('button', { name: 'Select all' }).click()
  await gallery.tiles('fog over a pier').click({ button: 'right' })
  await menuOf(window, 'Actions for 3 results').getByRole('menuitem', { name: 'Contact sheet…' }).click()
  const dialog = window.getByRole('dialog', { name: 'Contact sheet of 3 results' })
  await dialog.getByRole('combobox', { name: 'Columns' }).selectOption('3')
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await findAccessibilityViolations(window, 'dialog'), colorScheme).toEqual([])
    await window.screenshot({ path: testInfo.outputPath(`sheet-${colorScheme}.png`) })
  }
  const path = testInfo.outputPath('sheet.png')
  const save = () => dialog.getByRole('button', { name: 'Export image' }).click()
  expect(await studio.saveDownload(path, save)).toBe('Contact sheet.png')
  const { width, height } = await sharp(path).metadata()
  expect(width / height).toBeGreaterThan(2)
  // A sheet without its images would be almost uniformly white.
  const { channels } = await sharp(path).stats()
  expect(Math.min(...channels.slice(0, 3).map(({ stdev }) => stdev))).toBeGreaterThan(20)
})

// Catches: other files than the dragged ones, a zoomed image that is dragged out instead of panned, unreadable names, copies without parameters, and a changed original.
test('selected results are dragged out as copies', async ({ window, studio, host }) => {
  test.skip(host === 'browser', 'Only the desktop can drag files out')
  if (!(studio instanceof ElectronStudio)) return
  const gallery = await makeResults(window, ['fog over a pier', 'a red lighthouse'])
  const hashes = () => readResultFiles(studio.dataFolder).map(({ path }) => sha256(readFileSync(path)))
  const originals = hashes()
  await studio.app.evaluate(({ BrowserWindow }) => {
    const [page] = BrowserWindow.getAllWindows()
    // A real drag would wait for a drop.
    if (page) page.webContents.startDrag = ({ files }) => void (globalThis.draggedFiles = files ?? [])
  })
  const drag = async (source: Locator): Promise<string[]> => {
    await source.hover()
    await window.mouse.down()
    const { x, y } = (await source.boundingBox()) ?? { x: 0, y: 0 }
    for (let step = 1; step <= 4; step++) await window.mouse.move(x + 40 + step * 10, y + 60)
    const read = () => studio.app.evaluate(() => globalThis.draggedFiles ?? [])
    await expect.poll(async () => (await read()).length).toBeGreaterThan(0)
    await window.mouse.up()
    const files = await read()
    await studio.app.evaluate(() => void (globalThis.draggedFiles = []))
    return files
  }
  const tile = gallery.tiles('fog over a pier')
  const [file = '', ...others] = await drag(tile)
  expect(others).toEqual([])
  expect(basename(file)).toMatch(/fog over a pier \d+\.png$/)
  expect(readFileSync(file).includes('parameters\0fog over a pier\n')).toBe(true)

  // The system's drag is replaced, so releasing the mouse counts as a click.
  await expect(gallery.viewer).toHaveAccessibleName(/fog over a pier/)
  const image = gallery.viewer.getByRole('img', { name: /^fog over a pier/ }).first()
  expect((await drag(image)).map((path) => basename(path))).toEqual([basename(file)])
  // A zoomed image is panned.
  await window.keyboard.press('+')
  const before = await image.boundingBox()
  await window.mouse.down()
  await window.mouse.move(20, 20, { steps: 4 })
  await window.mouse.up()
  await expect.poll(() => image.boundingBox()).not.toEqual(before)
  expect(await studio.app.evaluate(() => globalThis.draggedFiles)).toEqual([])
  await window.keyboard.press('Escape')
  await window.getByRole('button', { name: 'Select', exact: true }).click()
  await window.getByRole('button', { name: 'Select all' }).click()
  expect((await drag(tile)).map((path) => basename(path).replace(/^.*(fog|red)/, '$1'))).toHaveLength(2)
  expect(hashes()).toEqual(originals)
})
