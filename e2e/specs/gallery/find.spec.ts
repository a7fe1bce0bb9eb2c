import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { makeResults } from '../../fixtures/makeResults.ts'
import { readSetting } from '../../fixtures/readLibrary.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'

// Catches: a search that needs Enter, filters that show results which don't match, chips that can't be used with the keyboard, and
// Back that leaves the gallery.
test('results can be searched, filtered and sorted', async ({ window }) => {
  const create = new CreatePage(window)
  await create.generateImage('a heron in the reeds')
  await create.chooseModel('Meridian XL')
  await create.generateImage('a heron at noon')
  // The result in between is the most expensive.
  await create.fillField(create.steps, '10')
  await create.generateImage('an empty pier')
  await new Shell(window).goTo('Gallery')
  const gallery = new GalleryPage(window)
  await expect(gallery.tiles()).toHaveCount(3)

  await window.keyboard.press('/')
  await gallery.search.pressSequentially('heron')
  await expect(gallery.tiles()).toHaveCount(2)
  await gallery.search.press('Tab')
  await gallery.addFilter('meridian', 'Model is Meridian XL')
  await expect(gallery.tiles()).toHaveCount(1)
  await expect(gallery.tiles('a heron at noon')).toHaveCount(1)
  expect(await findAccessibilityViolations(window), 'chips').toEqual([])

  await gallery.filters.getByRole('button', { name: /change to “is not”/ }).click()
  await expect(gallery.tiles('a heron in the reeds')).toHaveCount(1)
  await expect(gallery.tiles()).toHaveCount(1)
  await window.goBack()
  await expect(gallery.tiles('a heron at noon')).toHaveCount(1)
  await gallery.chip('Model is Meridian XL').press('Backspace')
  await expect(gallery.tiles()).toHaveCount(2)
  await gallery.search.fill('')
  await gallery.sortBy('Oldest first')
  await expect(gallery.tiles()).toHaveCount(3)
  await expect(gallery.tiles().first()).toHaveAccessibleName(/^a heron in the reeds/)
  await gallery.sortBy('Highest price')
  await expect(gallery.tiles()).toHaveCount(3)
  await expect(gallery.tiles().first()).toHaveAccessibleName(/^a heron at noon/)

  await window.getByRole('button', { name: 'Add filter' }).click()
  await window.getByRole('option', { name: 'Model', exact: true }).click()
  const values = window.getByRole('combobox', { name: /Model/ })
  await window.getByRole('option', { name: /^Meridian XL/ }).click()
  await expect(values, 'a click on a value leaves the focus in the field').toBeFocused()
})

// Catches: smart collections lost at a restart, or saved without their order.
test('a smart collection is kept across a restart, with its filter and order', async ({ studio }) => {
  const page = await studio.open()
  const gallery = await makeResults(page, ['a heron in the reeds', 'an empty pier'])
  await gallery.search.fill('heron')
  await expect(gallery.tiles()).toHaveCount(1)
  await gallery.addFilter('image', 'Kind is Image')
  await gallery.sortBy('Oldest first')
  await page.getByRole('button', { name: 'Save as smart collection…' }).click()
  const naming = page.getByRole('dialog', { name: 'Save as smart collection' })
  expect(await findAccessibilityViolations(page), 'save dialog').toEqual([])
  await naming.getByRole('textbox', { name: 'Name' }).fill('Birds')
  await naming.getByRole('button', { name: 'Save smart collection' }).click()
  await expect(page.getByRole('heading', { name: 'Birds' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(gallery.tiles()).toHaveCount(2)
  await expect.poll(() => readSetting(studio.dataFolder, 'gallery')).not.toContain('heron')
  await studio.close()

  const again = await studio.open()
  await new Shell(again).goTo('Gallery')
  const after = new GalleryPage(again)
  await expect(after.tiles()).toHaveCount(2)
  await again.getByRole('button', { name: 'Gallery', exact: true }).click()
  await again.getByRole('option', { name: 'Birds' }).click()
  await expect(after.tiles()).toHaveCount(1)
  await expect(after.search).toHaveValue('heron')
  await expect(after.chip('Kind is Image')).toBeVisible()
  await expect(again.getByRole('button', { name: 'Sort and layout: Oldest first' })).toBeVisible()
})

// Catches: a dialog that offers days without results, or a jump that doesn't focus the result.
test('only days with results can be chosen', async ({ window }) => {
  const gallery = await makeResults(window, ['made today'])
  await window.keyboard.press('g')
  const dialog = window.getByRole('dialog', { name: 'Jump to date' })
  await expect(dialog.getByRole('button', { name: /1 result$/ })).toHaveCount(1)
  const emptyDays = { name: /no results$/ }
  await expect(dialog.getByRole('button', { ...emptyDays, disabled: true }).first()).toBeVisible()
  await expect(dialog.getByRole('button', { ...emptyDays, disabled: false })).toHaveCount(0)
  expect(await findAccessibilityViolations(window), 'jump dialog').toEqual([])
  await dialog.getByRole('button', { name: /1 result$/ }).click()
  await expect(dialog).toBeHidden()
  await expect(gallery.results.getByRole('button', { name: /^made today/ })).toBeFocused()
})

// Catches: a filter that is lost when the gallery is left, and one that can't be cleared once nothing matches.
test('the filter is kept when the gallery is opened again, and can be cleared', async ({ window }) => {
  const create = new CreatePage(window)
  await create.generateImage('made today')
  const shell = new Shell(window)
  await shell.goTo('Gallery')
  const gallery = new GalleryPage(window)
  await expect(gallery.tiles()).toHaveCount(1)
  await gallery.addFilter('not starred', 'Not starred')
  await expect(gallery.chip('Not starred')).toBeVisible()
  await gallery.chip('Not starred').click()
  await expect(window.getByText('No starred results')).toBeVisible()
  await shell.goTo('Queue')
  await shell.goTo('Gallery')
  await expect(gallery.chip('Starred')).toBeVisible()
  await window.getByRole('button', { name: 'Clear filters' }).click()
  await expect(gallery.tiles('made today')).toHaveCount(1)
})
