import { readResultFiles } from '../../fixtures/resultFiles.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'

test.use({ connected: false })

// Catches: a first start that needs an account, a sandbox that does not come up in the built program, results
// that live only in the window, and a library or connection that is lost after a restart.
test('a user without a key generates an image in the sandbox and finds it after a restart', async ({
  studio,
}) => {
  const page = await studio.open()
  await page.getByRole('button', { name: 'Try the sandbox' }).click()
  const create = new CreatePage(page)
  await create.prompt.fill('a harbour before sunrise')
  await create.generate.filter({ hasText: /\$0\.0\d+/ }).waitFor()
  await create.generate.click()
  await expect(create.cards('Saved')).toHaveCount(1, { timeout: 40_000 })
  expect(readResultFiles(studio.dataFolder)).toContainEqual(expect.objectContaining({ format: 'png' }))

  await studio.close()
  const again = await studio.open()
  await new Shell(again).goTo('Gallery')
  await expect(new GalleryPage(again).tiles('a harbour before sunrise')).toHaveCount(1)
  await new Shell(again).goTo('Create')
  await expect(new CreatePage(again).prompt).toHaveValue('a harbour before sunrise')
  await new CreatePage(again).waitForPrice()
})

// Catches: a first screen that shows an empty form with nothing to choose, or leads nowhere.
test('the first screen offers the sandbox and connecting a service', async ({ window }) => {
  await expect(window.getByRole('button', { name: 'Try the sandbox' })).toBeVisible()
  await window
    .getByRole('button', { name: 'Connect a service' })
    .or(window.getByRole('link', { name: 'Connect a service' }))
    .click()
  await expect(window.getByLabel('Service URL')).toBeVisible()
})
