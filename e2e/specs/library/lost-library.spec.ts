import { existsSync, renameSync } from 'node:fs'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'

// While the folder is gone, the page requests a thumbnail that isn't found.
test.use({ deletesFiles: true })

// Catches: a disconnected disk that is reported as missing files, a click that is charged although nothing can be saved, and a
// second folder that is created in place of the missing one.
test('while the folder of the library is gone, Easel says so and sends nothing; it continues once the folder is back', async ({
  window,
  studio,
  service,
}) => {
  const create = new CreatePage(window)
  await create.generateImage('a fox before the disk was unplugged')
  // Its thumbnail is saved before the folder disappears.
  await new Shell(window).goTo('Gallery')
  const gallery = new GalleryPage(window)
  await gallery.expectThumbnail(gallery.tiles('a fox before'))
  await new Shell(window).goTo('Create')
  const elsewhere = `${studio.dataFolder}-elsewhere`
  renameSync(studio.dataFolder, elsewhere)
  const notice = window.getByRole('alert').filter({ hasText: 'The disk with your library isn’t connected' })
  await expect(notice).toBeVisible()
  await notice.getByText('Details').click()
  await expect(notice.getByText(studio.dataFolder)).toBeVisible()

  await create.prompt.fill('a fox without a disk')
  await create.waitForPrice()
  await create.generate.click()
  await expect(window.getByText(/Nothing was sent or charged/).first()).toBeVisible()
  expect(service.requestCount('submit')).toBe(1)

  await new Shell(window).goTo('Gallery')
  const viewer = await gallery.open('a fox before')
  await expect(viewer.getByText('The disk with your library isn’t connected')).toBeVisible()
  await expect(viewer.getByText('This file is missing')).toHaveCount(0)
  await expect(viewer.getByRole('button', { name: 'Download again' })).toHaveCount(0)

  expect(existsSync(studio.dataFolder)).toBe(false)
  renameSync(elsewhere, studio.dataFolder)
  await expect(notice).toHaveCount(0)
  await expect(viewer.getByText('The disk with your library isn’t connected')).toHaveCount(0)
  await expect(viewer.getByRole('button', { name: 'Zoom in' })).toBeVisible()
  await window.keyboard.press('Escape')
  await new Shell(window).goTo('Create')
  await create.generateImage('a fox with its disk again')
})
