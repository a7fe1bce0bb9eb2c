import { expect, test } from '../fixtures/test.ts'
import { CreatePage } from '../pages/CreatePage.ts'
import { GalleryPage } from '../pages/GalleryPage.ts'
import { Shell } from '../pages/Shell.ts'

// Catches: a wrong order, tiles without thumbnails, or a gallery that needs a reload to show new results.
test('results are sorted newest first', async ({ window }) => {
  const create = new CreatePage(window)
  await create.generateImage('the older one')
  await create.generateImage('the newer one')
  await new Shell(window).goTo('Gallery')
  const gallery = new GalleryPage(window)
  const names = gallery.tiles()
  await expect(names).toHaveCount(2)
  await expect(names.nth(0)).toHaveAccessibleName(/^the newer one/)
  await expect(names.nth(1)).toHaveAccessibleName(/^the older one/)
  for (const tile of await names.all()) await gallery.expectThumbnail(tile)
})

// Catches: a viewer that does not open, has no zoom, or shows wrong parameters.
test('the viewer zooms and shows all parameters', async ({ window, service }) => {
  const create = new CreatePage(window)
  await create.chooseModel('Meridian XL')
  await create.negativePrompt.fill('people')
  const price = await create.generateImage('a bridge at noon')
  await new Shell(window).goTo('Gallery')
  const viewer = await new GalleryPage(window).open('a bridge at noon')
  const [job] = service.ledger()
  await viewer.getByRole('complementary').getByText('Details', { exact: true }).click()
  for (const text of ['a bridge at noon', 'people', 'Meridian XL', price, job?.requestId ?? ''])
    await expect(viewer.getByText(text, { exact: false }).first()).toBeVisible()
  const image = viewer.getByRole('img').first()
  const before = await image.boundingBox()
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => (await image.boundingBox())?.width ?? 0).toBeGreaterThan(before?.width ?? 0)
  await window.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
})

// Catches: incompletely restored parameters, and a Remix that repeats the seed.
test('“Use these parameters” restores everything, “Remix” everything but the seed', async ({
  window,
  service,
}) => {
  const create = new CreatePage(window)
  await create.chooseModel('Meridian XL')
  await create.generateImage('the same again')
  const seed = String(service.ledger()[0]?.body['seed'])
  await create.prompt.fill('something else')
  await new Shell(window).goTo('Gallery')
  const viewer = await new GalleryPage(window).open('the same again')
  await viewer.getByRole('button', { name: 'Use these parameters' }).click()
  await expect(create.prompt).toHaveValue('the same again')
  await expect.poll(() => create.readSeed()).toBe(seed)

  await new Shell(window).goTo('Gallery')
  await new GalleryPage(window).open('the same again')
  await viewer.getByRole('button', { name: 'Remix' }).click()
  await expect(create.prompt).toHaveValue('the same again')
  await expect.poll(() => create.readSeed()).not.toBe(seed)
})

// Catches: a deletion that can't be undone, an undo that shows a broken image, and a trash lost at a restart.
test('a deleted image can be restored, and otherwise stays deleted', async ({ studio }) => {
  const page = await studio.open()
  const create = new CreatePage(page)
  await create.generateImage('first away, then back')
  await new Shell(page).goTo('Gallery')
  const gallery = new GalleryPage(page)
  const viewer = await gallery.open('first away, then back')
  await viewer.getByRole('button', { name: 'Move to trash' }).click()
  await expect(gallery.tiles('first away, then back')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(gallery.tiles('first away, then back')).toHaveCount(1)

  await gallery.open('first away, then back')
  await viewer.getByRole('button', { name: 'Move to trash' }).click()
  await expect(gallery.tiles('first away, then back')).toHaveCount(0)
  await studio.close()
  const again = await studio.open()
  await new Shell(again).goTo('Gallery')
  await expect(again.getByRole('main')).toBeVisible()
  await expect(new GalleryPage(again).tiles('first away, then back')).toHaveCount(0)
})

// Catches: keys that act on another result than the focused one.
test('Delete and S act on the result that was clicked last', async ({ window, host }) => {
  const create = new CreatePage(window)
  await create.generateImage('the older one')
  await create.generateImage('the newer one')
  await new Shell(window).goTo('Gallery')
  const gallery = new GalleryPage(window)
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
