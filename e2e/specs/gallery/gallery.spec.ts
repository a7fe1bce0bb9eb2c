import { makeResults } from '../../fixtures/makeResults.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'

// Catches: a wrong order, tiles without thumbnails, or a gallery that needs a reload to show new results.
test('results are sorted newest first', async ({ window }) => {
  const gallery = await makeResults(window, ['the older one', 'the newer one'])
  const names = gallery.tiles()
  await expect(names).toHaveCount(2)
  await expect(names.nth(0)).toHaveAccessibleName(/^the newer one/)
  await expect(names.nth(1)).toHaveAccessibleName(/^the older one/)
  for (const tile of await names.all()) await gallery.expectThumbnail(tile)
})

// Catches: a viewer that does not open, has no zoom, or lacks a parameter.
test('the viewer zooms and shows the prompts, the model, the price and the request id', async ({
  window,
  service,
}) => {
  const create = new CreatePage(window)
  await create.chooseModel('Meridian XL')
  await create.negativePrompt.fill('people')
  const price = await create.generateImage('a bridge at noon')
  await new Shell(window).goTo('Gallery')
  const viewer = await new GalleryPage(window).open('a bridge at noon')
  const [job] = service.ledger()
  if (!job) throw new Error('No job was charged.')
  await viewer.getByRole('complementary').getByText('Details', { exact: true }).click()
  for (const text of ['a bridge at noon', 'people', 'Meridian XL', price, job.requestId])
    await expect(viewer.getByText(text, { exact: false }).first()).toBeVisible()
  const image = viewer.getByRole('img').first()
  const before = await image.boundingBox()
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => (await image.boundingBox())?.width ?? 0).toBeGreaterThan(before?.width ?? 0)
  await window.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
})

// Catches: incompletely restored parameters, and a Remix that repeats the seed.
test('“Reuse all” restores everything, “Remix” everything but the seed', async ({ window, service }) => {
  const create = new CreatePage(window)
  await create.chooseModel('Meridian XL')
  await create.negativePrompt.fill('people')
  await create.generateImage('the same again')
  const seed = String(service.ledger()[0]?.body['seed'])
  /** Changes the form, and restores it from the result with this button. */
  const restore = async (button: string) => {
    await create.prompt.fill('something else')
    await create.negativePrompt.fill('birds')
    await create.chooseModel('Aurora Turbo')
    await new Shell(window).goTo('Gallery')
    const viewer = await new GalleryPage(window).open('the same again')
    await viewer.getByRole('button', { name: button }).click()
    await expect(create.prompt).toHaveValue('the same again')
    await expect(create.model).toContainText('Meridian XL')
    await expect(create.negativePrompt).toHaveValue('people')
  }
  await restore('Reuse all')
  await expect.poll(() => create.readSeed()).toBe(seed)
  await restore('Remix')
  await expect.poll(() => create.readSeed()).not.toBe(seed)
})

// Catches: a deletion that can't be undone, an undo that shows a broken image, and a trash lost at a restart.
test('a deleted image can be restored, and otherwise stays deleted', async ({ studio }) => {
  const page = await studio.open()
  const gallery = await makeResults(page, ['the one that stays', 'first away, then back'])
  const moveToTrash = async () => {
    const viewer = await gallery.open('first away, then back')
    await viewer.getByRole('button', { name: 'Move to trash' }).click()
    // The list changes before the studio has confirmed.
    await expect(page.getByText('Moved to trash', { exact: true })).toBeVisible()
    // The viewer then shows the next result.
    await expect(viewer).toHaveAccessibleName(/the one that stays/)
    await page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    await expect(gallery.tiles('first away, then back')).toHaveCount(0)
  }
  await moveToTrash()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(gallery.tiles('first away, then back')).toHaveCount(1)

  await moveToTrash()
  await studio.close()
  const again = await studio.open()
  await new Shell(again).goTo('Gallery')
  const after = new GalleryPage(again)
  await expect(after.tiles('the one that stays')).toHaveCount(1)
  await expect(after.tiles('first away, then back')).toHaveCount(0)
})

// Catches: keys that act on another result than the focused one.
test('Delete and S act on the result that was clicked last', async ({ window, host }) => {
  const gallery = await makeResults(window, ['the older one', 'the newer one'])
  const star = gallery.results.getByRole('button', { name: /^Star: the older one/ })
  await star.click()
  await expect(star).toHaveAttribute('aria-pressed', 'true')
  await window.keyboard.press('s')
  await expect(star).toHaveAttribute('aria-pressed', 'false')
  await window.keyboard.press('Delete')
  await expect(gallery.tiles('the older one')).toHaveCount(0)
  await expect(gallery.tiles('the newer one')).toHaveCount(1)
  await expect(gallery.results.getByRole('button', { name: /^the newer one/ }), host).toBeFocused()
})
