import { expect, test } from '../fixtures/test.ts'
import { CreatePage } from '../pages/CreatePage.ts'
import { GalleryPage } from '../pages/GalleryPage.ts'
import { Shell } from '../pages/Shell.ts'

// Catches: a rating, tag or note that is lost at a restart, a rating of the wrong result, and an undo that changes too much.
test('results are rated by key, tagged together and annotated, and it survives a restart', async ({
  studio,
}) => {
  const page = await studio.open()
  const create = new CreatePage(page)
  for (const prompt of ['fog over a pier', 'a red lighthouse']) await create.generateImage(prompt)
  await new Shell(page).goTo('Gallery')
  const gallery = new GalleryPage(page)
  await expect(gallery.tiles()).toHaveCount(2)

  const tile = (name: RegExp) => gallery.results.getByRole('button', { name }).first()
  await tile(/^a red lighthouse/).focus()
  await page.keyboard.press('4')
  await expect(page.getByText('Rated ★★★★')).toBeVisible()

  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('button', { name: 'Select all shown' }).click()
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

// Catches: a collection that is shown at the wrong level, or lost with the one that contained it.
test('a collection inside another one remains when that one is deleted', async ({ window }) => {
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
  await window.getByRole('menuitem', { name: 'Delete collection…' }).click()
  await window.getByRole('button', { name: 'Delete collection' }).click()
  await openMenu()
  await expect(window.getByRole('option', { name: /^Drafts/ })).toBeVisible()
  await expect(window.getByRole('option', { name: /^Posters/ })).toHaveCount(0)
})
