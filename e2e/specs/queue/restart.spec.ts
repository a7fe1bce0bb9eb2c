import { readResultFiles } from '../../fixtures/resultFiles.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'

test.use({ speed: 2 })

for (const exit of ['close', 'kill'] as const) {
  // Catches: jobs that are lost or sent again after a restart.
  test(`a job that is running on ${exit} is polled after the restart and not sent again`, async ({
    studio,
    service,
  }) => {
    const create = new CreatePage(await studio.open())
    await create.prompt.fill('survives the restart')
    await create.waitForPrice()
    await create.generate.click()
    await expect(create.cards('Running')).toBeVisible({ timeout: 20_000 })
    await studio[exit]()

    const reopened = await studio.open()
    await new Shell(reopened).goTo('Gallery')
    await expect(new GalleryPage(reopened).tiles('survives the restart')).toHaveCount(1, { timeout: 40_000 })
    expect(service.requestCount('submit')).toBe(1)
    expect(readResultFiles(studio.dataFolder).filter((file) => file.format === 'png')).toHaveLength(1)
  })
}
