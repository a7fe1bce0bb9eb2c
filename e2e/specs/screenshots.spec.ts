import { join } from 'node:path'
import { projectFolder } from '../../scripts/test/projectFolder.ts'
import { expect, test } from '../fixtures/test.ts'
import { CreatePage } from '../pages/CreatePage.ts'
import { GalleryPage } from '../pages/GalleryPage.ts'
import { Shell, type ScreenName } from '../pages/Shell.ts'

const PROMPTS = [
  'Fishing boats drawn up on a shingle beach, first light',
  'A terraced vineyard above a lake, late September',
  'Rain over a harbour town, lamps just lit',
  'A stone bridge in birch woods, early snow',
  'Dunes under a violet sky, long shadows',
  'A lighthouse keeper’s desk at dawn, fog rolling past the window',
]
const MODELS = ['Meridian XL', 'Violet Hour', 'Northern Lights']

for (const scheme of ['light', 'dark'] as const) {
  // Catches: a screen that breaks when it is full. With EASEL_SCREENSHOTS=1 it also writes the pictures of the docs.
  test(`every screen at work, ${scheme}`, { tag: '@screenshots' }, async ({ window, service, host }) => {
    test.setTimeout(120_000)
    await window.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const create = new CreatePage(window)
    for (const [index, prompt] of PROMPTS.entries()) {
      if (index % 2 === 0) await create.choose(MODELS[index / 2] ?? '')
      await create.make(prompt)
    }
    service.fault('job-stuck=42x1')
    await create.prompt.fill('A night market in the rain, reflections, film grain')
    await create.priced()
    await create.generate.click()
    await expect(create.cards('Running 4')).toBeVisible({ timeout: 30_000 })

    const keep = async (name: string): Promise<void> => {
      const writes = process.env.EASEL_SCREENSHOTS === '1' && host === 'browser'
      const folder = writes ? join(projectFolder, 'docs', 'screenshots') : test.info().outputDir
      await window.screenshot({ path: join(folder, `${name}-${scheme}.png`), animations: 'disabled' })
    }
    await keep('create')
    for (const screen of ['Queue', 'Gallery', 'Spend', 'Settings'] satisfies ScreenName[]) {
      await new Shell(window).goTo(screen)
      await expect(window.getByRole('heading', { name: screen }).first()).toBeVisible()
      await keep(screen.toLowerCase())
    }
    await new Shell(window).goTo('Gallery')
    await new GalleryPage(window).open(PROMPTS[0] ?? '')
    await keep('viewer')
  })
}
