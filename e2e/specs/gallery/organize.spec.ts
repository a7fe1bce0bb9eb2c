import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { makeResults } from '../../fixtures/makeResults.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'

// Catches: a rating, tag or note that is lost at a restart, a rating of the wrong result, and an undo that changes too much.
test('ratings by key, tags of several results and notes are kept across a restart', async ({ studio }) => {
  const page = await studio.open()
  const gallery = await makeResults(page, ['fog over a pier', 'a red lighthouse'])

  const tile = (name: RegExp) => gallery.results.getByRole('button', { name }).first()
  await tile(/^a red lighthouse/).focus()
  await page.keyboard.press('4')
  await expect(page.getByText('Rated ★★★★')).toBeVisible()

  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('button', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Edit tags' }).click()
  const tags = page.getByRole('combobox', { name: 'Find or add tags' })
  await tags.fill('Coast, sea')
  await tags.press('Enter')
  await expect(page.getByRole('option', { name: 'Coast', exact: true })).toHaveAttribute(
    'aria-checked',
    'true',
  )
  await page.getByRole('option', { name: 'sea', exact: true }).click()
  await expect(page.getByText('Removed the tag sea from 2 results')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+z')
  await expect(page.getByText('Undone: Removed the tag sea from 2 results')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()

  const viewer = await gallery.open('fog over a pier')
  await expect(viewer.getByRole('button', { name: 'Remove tag Coast' })).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Remove tag sea' })).toBeVisible()
  await page.keyboard.press('n')
  await page.keyboard.type('for the cover')
  await page.keyboard.press('Escape')
  await studio.close()

  const again = await studio.open()
  await new Shell(again).goTo('Gallery')
  const reopened = await new GalleryPage(again).open('fog over a pier')
  await expect(reopened.getByRole('textbox', { name: 'Note' })).toHaveValue('for the cover')
  await expect(reopened.getByRole('button', { name: 'Remove tag sea' })).toBeVisible()
  await again.keyboard.press('ArrowLeft')
  await expect(again.getByRole('dialog', { name: /a red lighthouse/ })).toBeVisible()
  await expect(again.getByRole('radio', { name: '4 stars' })).toBeChecked()
})

// Catches: Space that opens a result, Shift with an arrow key that doesn't select, and Ctrl+A that selects the text of the page.
test('results are selected by keyboard, and moved to the trash and back together', async ({ window }) => {
  const gallery = await makeResults(window, ['fog over a pier', 'a red lighthouse', 'dunes'])
  await gallery.results.getByRole('button', { name: /^dunes/ }).focus()
  await window.keyboard.press('Space')
  await expect(window.getByText('1 selected')).toBeVisible()
  await window.keyboard.press('Shift+ArrowRight')
  await expect(window.getByText('2 selected')).toBeVisible()
  await window.keyboard.press('Control+a')
  await expect(window.getByText('3 selected')).toBeVisible()
  await window.keyboard.press('Delete')
  await expect(gallery.tiles()).toHaveCount(0)
  await window.keyboard.press('Control+z')
  await expect(gallery.tiles()).toHaveCount(3)
})

// Catches: a nested collection that is shown at the wrong level, deleted with its parent, or no longer nested after an undo.
test('a nested collection remains when its parent is deleted', async ({ window }) => {
  await new CreatePage(window).generateImage('a poster')
  await new Shell(window).goTo('Gallery')
  const openMenu = () => window.getByRole('heading', { level: 1 }).click()
  const name = async (text: string) => {
    await window.getByRole('textbox', { name: 'Name' }).fill(text)
    await window.getByRole('button', { name: 'Create collection' }).click()
  }
  await openMenu()
  await window.getByRole('button', { name: 'New collection…' }).click()
  await name('Posters')
  await window.getByRole('button', { name: 'Actions for Posters' }).click()
  await window.getByRole('menuitem', { name: 'New collection inside…' }).click()
  await name('Drafts')
  await expect(window.getByRole('heading', { level: 1, name: 'Drafts' })).toBeVisible()
  await window.getByRole('button', { name: 'Actions for Drafts' }).click()
  await expect(window.getByRole('menuitem', { name: 'Move out of Posters' })).toBeVisible()
  await window.keyboard.press('Escape')
  await openMenu()
  await window.getByRole('option', { name: /^Posters/ }).click()
  await window.getByRole('button', { name: 'Actions for Posters' }).click()
  await window.getByRole('menuitem', { name: 'Delete collection' }).click()
  await openMenu()
  await expect(window.getByRole('option', { name: /^Drafts/ })).toBeVisible()
  await expect(window.getByRole('option', { name: /^Posters/ })).toHaveCount(0)
  await window.keyboard.press('Escape')
  await window.getByRole('button', { name: 'Undo' }).click()
  await openMenu()
  await window.getByRole('option', { name: /^Drafts/ }).click()
  await window.getByRole('button', { name: 'Actions for Drafts' }).click()
  await expect(window.getByRole('menuitem', { name: 'Move out of Posters' })).toBeVisible()
})

// Catches: a renamed tag that filters, smart collections or results keep under its old name, a merge without a question, and a
// deletion that can't be undone.
test('a tag is renamed, merged and deleted, and filters follow it', async ({ studio }, testInfo) => {
  const window = await studio.open()
  const gallery = await makeResults(window, ['fog over a pier', 'a red lighthouse'])
  const addTags = async (prompt: RegExp, tags: string) => {
    await gallery.results.getByRole('button', { name: prompt }).first().focus()
    await window.keyboard.press('t')
    await window.getByRole('combobox', { name: 'Find or add tags' }).fill(tags)
    await window.keyboard.press('Enter')
    await window.keyboard.press('Escape')
  }
  await addTags(/^fog over a pier/, 'see, pier')
  await addTags(/^a red lighthouse/, 'ocean')
  await gallery.addFilter('see', 'Tag is see')
  await expect(gallery.tiles()).toHaveCount(1)
  await window.getByRole('button', { name: 'Save as smart collection' }).click()
  await window.getByRole('textbox', { name: 'Name' }).fill('At sea')
  await window.getByRole('dialog').getByRole('button', { name: 'Save smart collection' }).click()

  await gallery.chip('Tag is see').click()
  await window.getByRole('button', { name: 'Manage tags…' }).click()
  const dialog = window.getByRole('dialog', { name: 'Tags' })
  await expect(dialog.getByText('3 tags')).toBeVisible()
  expect(await findAccessibilityViolations(window)).toEqual([])
  await dialog.getByRole('button', { name: 'Rename see' }).press('Enter')
  const field = dialog.getByRole('textbox', { name: 'New name for see' })
  await expect(field).toBeFocused()
  await field.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Rename see' })).toBeFocused()
  await window.keyboard.press('F2')
  await field.fill('Sea')
  await field.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Rename Sea' })).toBeFocused()
  await window.screenshot({ path: testInfo.outputPath('tags.png'), animations: 'disabled' })
  await dialog.getByRole('button', { name: 'Rename ocean' }).click()
  await dialog.getByRole('textbox', { name: 'New name for ocean' }).fill('SEA')
  await window.keyboard.press('Enter')
  await window.getByRole('button', { name: 'Merge tags' }).click()
  await expect(dialog.getByRole('link', { name: 'Show 2 results with Sea' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Delete tag pier' }).click()
  await expect(dialog.getByText('1 tag', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()

  await expect(gallery.chip('Tag is Sea')).toBeVisible()
  await expect(gallery.tiles()).toHaveCount(2)
  await expect(window.getByRole('heading', { level: 1, name: 'At sea' })).toBeVisible()
  await expect(window.getByRole('button', { name: 'Update “At sea”' })).toHaveCount(0)
  await window.keyboard.press('Control+z')
  await expect(window.getByText('Undone: Deleted the tag “pier”')).toBeVisible()
  await window.keyboard.press('Control+z')
  await expect(gallery.tiles()).toHaveCount(1)
  await studio.close()

  const again = await studio.open()
  await new Shell(again).goTo('Gallery')
  await again.getByRole('heading', { level: 1 }).click()
  await again.getByRole('option', { name: 'At sea' }).click()
  const reopened = new GalleryPage(again)
  await expect(reopened.chip('Tag is Sea')).toBeVisible()
  await expect(reopened.tiles()).toHaveCount(1)
  const viewer = await reopened.open('fog over a pier')
  await expect(viewer.getByRole('button', { name: 'Remove tag pier' })).toBeVisible()
})
