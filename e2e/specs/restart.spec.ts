import { readResultFiles } from '../fixtures/resultFiles.ts'
import { expect, test } from '../fixtures/test.ts'
import { CreatePage } from '../pages/CreatePage.ts'
import { GalleryPage } from '../pages/GalleryPage.ts'
import { Shell } from '../pages/Shell.ts'

test.use({ speed: 2 })

for (const end of ['close', 'kill'] as const) {
  // Catches: jobs that are lost or sent again after a restart.
  test(`a job running at a ${end} is polled after the restart, and nothing is sent again`, async ({
    studio,
    service,
  }) => {
    const create = new CreatePage(await studio.open())
    await create.prompt.fill('survives the end')
    await create.waitForPrice()
    await create.generate.click()
    await expect(create.cards('Running')).toBeVisible({ timeout: 20_000 })
    await studio[end]()

    const again = await studio.open()
    await new Shell(again).goTo('Gallery')
    await expect(new GalleryPage(again).tiles('survives the end')).toHaveCount(1, { timeout: 40_000 })
    expect(service.requestCount('submit')).toBe(1)
    expect(readResultFiles(studio.dataFolder).filter((file) => file.format === 'png')).toHaveLength(1)
  })
}
