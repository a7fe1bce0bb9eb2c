import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { makeResults } from '../../fixtures/makeResults.ts'
import { readSetting } from '../../fixtures/readLibrary.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'

// Catches: a star that isn't saved or shown everywhere, and a filter that shows other results.
test('a star set on the stage is shown in the gallery, in the viewer and after a restart', async ({
  studio,
}) => {
  const page = await studio.open()
  const create = new CreatePage(page)
  await create.generateImage('the plain one')
  await create.generateImage('the best one')
  await create.stage.getByRole('button', { name: 'Star', exact: true }).click()
  await expect(create.stage.getByRole('button', { name: 'Unstar' })).toHaveAttribute('aria-pressed', 'true')
  await new Shell(page).goTo('Gallery')
  const gallery = new GalleryPage(page)
  await page.getByRole('button', { name: 'Starred only' }).click()
  await expect(gallery.tiles()).toHaveCount(1)
  await expect(gallery.tiles('the best one')).toHaveCount(1)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Starred only' }).click()
  await expect(gallery.tiles()).toHaveCount(2)
  await expect.poll(() => readSetting(studio.dataFolder, 'gallery')).not.toContain('starred')
  await studio.close()

  const again = await studio.open()
  await new Shell(again).goTo('Gallery')
  const after = new GalleryPage(again)
  const viewer = await after.open('the plain one')
  await expect(viewer.getByRole('button', { name: 'Star', exact: true })).toBeVisible()
  await again.keyboard.press('s')
  await expect(viewer.getByRole('button', { name: 'Unstar' })).toBeVisible()
  await again.keyboard.press('Escape')
  await again.getByRole('button', { name: 'Starred only' }).click()
  await expect(after.tiles()).toHaveCount(2)
  await after.results.getByRole('button', { name: /^the best one/ }).press('s')
  await expect(after.tiles()).toHaveCount(1)
})

// Catches: results in the wrong collection, a choice lost at a restart, a deleted collection that deletes results or doesn't come back whole.
test('results are added to the collection chosen on Create, and survive its deletion', async ({ studio }) => {
  const page = await studio.open()
  const create = new CreatePage(page)
  await create.generateImage('made before')
  await page.getByRole('button', { name: /^Results go to/ }).click()
  await page.getByRole('button', { name: 'New collection…' }).click()
  const naming = page.getByRole('dialog', { name: 'New collection' })
  await naming.getByRole('textbox', { name: 'Name' }).fill('Posters')
  await naming.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('button', { name: 'Results go to Posters' })).toBeVisible()
  await create.generateImage('for the wall')
  await studio.close()

  const again = await studio.open()
  await expect(again.getByRole('button', { name: 'Results go to Posters' })).toBeVisible()
  await new Shell(again).goTo('Gallery')
  const gallery = new GalleryPage(again)
  await expect(gallery.tiles()).toHaveCount(2)
  const chooser = again.getByRole('button', { name: 'Gallery', exact: true })
  await chooser.click()
  await again.getByRole('option', { name: /^Posters/ }).click()
  await expect(gallery.tiles()).toHaveCount(1)
  const viewer = await gallery.open('for the wall')
  await expect(viewer.getByRole('region', { name: 'Collections' })).toContainText('Posters')
  expect(await findAccessibilityViolations(again)).toEqual([])
  await again.keyboard.press('Escape')

  await again.getByRole('button', { name: 'Actions for Posters' }).click()
  await again.getByRole('menuitem', { name: 'Delete collection' }).click()
  await expect(chooser).toBeVisible()
  await expect(gallery.tiles()).toHaveCount(2)
  await new Shell(again).goTo('Create')
  await expect(again.getByRole('button', { name: 'Results go to no collection' })).toBeVisible()

  await new Shell(again).goTo('Gallery')
  await expect(gallery.tiles()).toHaveCount(2)
  await again.keyboard.press('Control+z')
  await expect(again.getByText('Restored the collection “Posters”')).toBeVisible()
  await chooser.click()
  await again.getByRole('option', { name: 'Posters 1 result' }).click()
  await expect(gallery.tiles('for the wall')).toHaveCount(1)
  await new Shell(again).goTo('Create')
  await expect(again.getByRole('button', { name: 'Results go to Posters' })).toBeVisible()
})

// Catches: a bulk edit that misses some results, and one that can't be undone.
test('a selection becomes a collection, and results can be removed from it', async ({ window }) => {
  const gallery = await makeResults(window, ['one for the album', 'two for the album'])
  await window.getByRole('button', { name: 'Select', exact: true }).click()
  await window.getByRole('button', { name: 'Select all' }).click()
  await window.getByRole('button', { name: 'Add to collection' }).click()
  await window.getByRole('button', { name: 'New collection…' }).click()
  await window.getByRole('textbox', { name: 'Name' }).fill('Album')
  await window.getByRole('button', { name: 'Create collection', exact: true }).click()
  await window.getByRole('button', { name: 'Gallery', exact: true }).click()
  await window.getByRole('option', { name: 'Album 2 results' }).click()
  await expect(gallery.tiles()).toHaveCount(2)
  await window.getByRole('button', { name: 'Select', exact: true }).click()
  await gallery.tiles('one for the album').click()
  await window.getByRole('button', { name: 'More actions in Album' }).click()
  await window.getByRole('menuitem', { name: 'Remove from Album' }).click()
  await expect(gallery.tiles()).toHaveCount(1)
  // The notice of the new collection has the first one.
  await window.getByRole('button', { name: 'Undo' }).last().click()
  await expect(gallery.tiles()).toHaveCount(2)
})

// Catches: a collection limit that blocks other jobs or nothing, and rejections without amounts and advice.
test('the limit of a collection blocks only its own jobs, with an explanation', async ({
  window,
  service,
}) => {
  const create = new CreatePage(window)
  await window.getByRole('button', { name: /^Results go to/ }).click()
  await window.getByRole('button', { name: 'New collection…' }).click()
  await window.getByRole('textbox', { name: 'Name' }).fill('Posters')
  await window.getByRole('button', { name: 'Create collection', exact: true }).click()
  await new Shell(window).goTo('Settings')
  await window.getByRole('link', { name: 'Limits' }).click()
  await window.getByRole('button', { name: 'Limit a collection…' }).click()
  await window.getByRole('option', { name: /^Posters/ }).click()
  const cap = window.getByRole('textbox', { name: 'Limit: Each month for “Posters”' })
  for (const invalid of ['-5', '0', '99999999']) {
    await cap.fill(invalid)
    await cap.press('Enter')
    await expect(
      window.getByText('Enter an amount above zero, such as 5 or 4.50, up to 1,000,000.'),
    ).toBeVisible()
  }
  await cap.fill('0.000001')
  await cap.press('Enter')
  await expect(window.getByText(/^\$0\.00 spent · \$0\.00 reserved/)).toBeVisible()

  await new Shell(window).goTo('Create')
  await create.prompt.fill('too expensive')
  await create.waitForPrice()
  await create.generate.click()
  await expect(
    window.getByText(/\$0\.000001 limit for the collection “Posters” this month has .* left/),
  ).toBeVisible()
  expect(service.ledger()).toHaveLength(0)
  await window.getByRole('button', { name: 'Results go to Posters' }).click()
  await window.getByRole('option', { name: 'No collection' }).click()
  await create.generateImage('expensive, but in no collection')
  expect(service.ledger()).toHaveLength(1)
})
