import { join } from 'node:path'
import { projectFolder } from '../../../scripts/test/projectFolder.ts'
import { waitForImages } from '../../fixtures/Studio.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { SCREEN_NAMES, Shell } from '../../pages/Shell.ts'

const updatesDocs = process.env.EASEL_SCREENSHOTS === '1'
/** Results generated before the screenshots: prompt, aspect ratio, and a switch to another model. */
const WORK: [prompt: string, aspectRatio: string, model?: string][] = [
  ['Fishing boats drawn up on a shingle beach, first light', '3:2', 'Meridian XL'],
  ['A terraced vineyard above a lake, late September', '16:9'],
  ['Rain over a harbour town, lamps just lit', '1:1'],
  ['A stone bridge in birch woods, early snow', '3:4', 'Violet Hour'],
  ['Dunes under a violet sky, long shadows', '21:9'],
  ['Reeds and a jetty, mist before sunrise', '1:1'],
  ['A mountain hut under the first stars', '4:3', 'Meridian XL'],
  ['Tidal flats seen from the dyke, silver light', '16:9'],
  ['Pines on a granite island, summer dusk', '2:3'],
  ['A lighthouse keeper’s desk at dawn, fog rolling past the window', '3:2'],
]

for (const scheme of ['light', 'dark'] as const) {
  // Catches: a screen that breaks when it is full. With EASEL_SCREENSHOTS=1 it also writes the images of the docs.
  test(`every screen with content, ${scheme}`, { tag: '@screenshots' }, async ({ window, service, host }) => {
    test.setTimeout(180_000)
    const saveScreenshot = async (name: string): Promise<void> => {
      await waitForImages(window)
      const folder =
        updatesDocs && host === 'browser' ? join(projectFolder, 'docs/screenshots') : test.info().outputDir
      await window.screenshot({ path: join(folder, `${name}-${scheme}.png`), animations: 'disabled' })
    }
    await window.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const create = new CreatePage(window)
    for (const [prompt, aspectRatio, model] of updatesDocs ? WORK : WORK.slice(0, 2)) {
      if (model) await create.chooseModel(model)
      await create.chooseAspectRatio(aspectRatio)
      await create.generateImage(prompt)
    }
    service.setFaults('job-stuck=42x1')
    await create.prompt.fill('A night market in the rain, reflections, film grain')
    await create.waitForPrice()
    await create.generate.click()
    await expect(create.cards('Running 4')).toBeVisible({ timeout: 30_000 })
    await create.cards('Saved').first().click()
    await expect(create.stage.getByRole('img')).toBeVisible()
    await saveScreenshot('create')

    for (const screen of SCREEN_NAMES.filter((name) => name !== 'Create')) {
      await new Shell(window).goTo(screen)
      await expect(window.getByRole('heading', { name: screen }).first()).toBeVisible()
      if (screen === 'Queue')
        await expect(window.getByText('A night market in the rain').first()).toBeVisible()
      if (screen === 'Gallery') await expect(new GalleryPage(window).tiles().first()).toBeVisible()
      // The plot is drawn by a chunk that loads after the screen.
      if (screen === 'Spend') await expect(window.getByRole('img').locator('canvas').first()).toBeVisible()
      await saveScreenshot(screen.toLowerCase())
    }
    await new Shell(window).goTo('Gallery')
    const viewer = await new GalleryPage(window).open(WORK[1]?.[0] ?? '')
    await expect(viewer.getByRole('img').first()).toBeVisible()
    await saveScreenshot('viewer')
  })

  test.describe('before anything is connected', () => {
    test.use({ connected: false })

    // Catches: a first screen cut off at the size of a small laptop.
    test(`the first screen, ${scheme}`, { tag: '@screenshots' }, async ({ window, host }) => {
      await window.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      await expect(window.getByRole('button', { name: 'Connect a service' })).toBeInViewport()
      const folder =
        updatesDocs && host === 'browser' ? join(projectFolder, 'docs/screenshots') : test.info().outputDir
      await window.screenshot({ path: join(folder, `welcome-${scheme}.png`), animations: 'disabled' })
    })
  })
}
