import { makeResults } from '../../fixtures/makeResults.ts'
import { readSetting } from '../../fixtures/readLibrary.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { PalettePage } from '../../pages/PalettePage.ts'
import { Shell } from '../../pages/Shell.ts'

// Catches: a view stored per origin, which changes with each start of the browser host.
test('the gallery shows its last filter, order, size and layout after a restart', async ({
  studio,
  host,
}) => {
  const page = await studio.open()
  const gallery = await makeResults(page, ['a heron in the reeds', 'a heron at noon', 'an empty pier'])
  await gallery.search.fill('heron')
  await expect(gallery.tiles()).toHaveCount(2)
  await gallery.addFilter('image', 'Kind is Image')
  await gallery.sortBy('Oldest first')
  await gallery.sortBy('Square tiles')
  await page.getByRole('button', { name: /^Sort and layout/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Stack variations' }).click()
  const size = page.getByRole('slider', { name: 'Thumbnail size' })
  await size.focus()
  for (let step = 0; step < 3; step++) await size.press('ArrowRight')
  await expect(size).toHaveValue('240')
  // A browser may lose what a closing tab sends, so only the desktop app is closed at once.
  if (host === 'browser') await expect.poll(() => readSetting(studio.dataFolder, 'gallery')).toContain('240')
  await studio.close()

  const again = await studio.open()
  await new Shell(again).goTo('Gallery')
  const after = new GalleryPage(again)
  await expect(after.tiles()).toHaveCount(2)
  await expect(after.search).toHaveValue('heron')
  await expect(after.chip('Kind is Image')).toBeVisible()
  await expect(after.tiles().first()).toHaveAccessibleName(/^a heron in the reeds/)
  await expect(again.getByRole('slider', { name: 'Thumbnail size' })).toHaveValue('240')
  await again.getByRole('button', { name: 'Sort and layout: Oldest first' }).click()
  await expect(again.getByRole('menuitemradio', { name: 'Square tiles' })).toBeChecked()
  await expect(again.getByRole('menuitemcheckbox', { name: 'Stack variations' })).toBeChecked()
})

// Catches: recently used entries that every start of the browser host forgets.
test('the palette lists what was used before a restart', async ({ studio, host }) => {
  const page = await studio.open()
  const palette = new PalettePage(page)
  await palette.open()
  await palette.run('spend', 'Spend')
  await expect(page.getByRole('heading', { name: 'Spend', level: 1 })).toBeVisible()
  if (host === 'browser')
    await expect.poll(() => readSetting(studio.dataFolder, 'recentEntries')).toContain('spend')
  await studio.close()

  const again = await studio.open()
  await new PalettePage(again).open()
  await expect(
    again.getByRole('group', { name: 'Recently used' }).getByRole('option', { name: /^Spend/ }),
  ).toBeVisible()
})

// Catches: images that are compared only while the gallery is open, and progress that is shown nowhere.
test('images are compared without opening the gallery, and Settings shows how many', async ({ window }) => {
  const create = new CreatePage(window)
  await create.generateImage('a heron in the reeds')
  await create.generateImage('an empty pier')
  await new Shell(window).goTo('Settings')
  await window.getByRole('link', { name: 'Library', exact: true }).click()
  await expect(window.getByText('All 2 images compared')).toBeVisible()
})
