import { join } from 'node:path'
import { projectFolder } from '../../../scripts/test/projectFolder.ts'
import { viewerJourneys, journeys } from '../../fixtures/journeys.ts'
import { makeInputs } from '../../fixtures/makeInputs.ts'
import { expect, test } from '../../fixtures/test.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'
import { TaskForm } from '../../pages/TaskForm.ts'
import { ViewerPage } from '../../pages/ViewerPage.ts'

const updatesDocs = process.env.EASEL_SCREENSHOTS === '1'
const SCHEMES = ['light', 'dark'] as const
const FORMS = ['Image to video', 'Text to speech', 'Text to music', 'Audio file to text']

test.use({ speed: 60 })

// Catches: a viewer or a form that breaks once it is full. All viewers with EASEL_SCREENSHOTS=1, otherwise the first two.
// The browser host then writes the images to docs/screenshots.
test('viewers and forms with content', { tag: '@screenshots' }, async ({ window, service, host }) => {
  test.setTimeout(300_000)
  const folder =
    updatesDocs && host === 'browser' ? join(projectFolder, 'docs/screenshots') : test.info().outputDir
  const saveScreenshot = async (name: string): Promise<void> => {
    for (const scheme of SCHEMES) {
      await window.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      const path = join(folder, `${name}-${scheme}.png`)
      await window.screenshot({ path, animations: 'disabled' })
    }
  }
  const inputs = await makeInputs(test.info().outputPath('inputs'), updatesDocs ? 3 : 1)
  const form = new TaskForm(window)
  const models = await service.fetchModels()
  const shown = updatesDocs ? viewerJourneys : viewerJourneys.slice(0, 2)
  for (const journey of shown) {
    await form.prepare(journey, inputs, models)
    if (updatesDocs && journey.typed?.['Width']) await form.fillFields({ Width: '512', Height: '384' })
    await form.run()
  }
  await form.cards('Saved.*Clouds over a bay').click()
  for (const journey of Object.values(journeys).flat()) {
    if (!FORMS.includes(journey.task)) continue
    await form.prepare(journey, inputs, models)
    await form.readPrice()
    await form.panel.locator('label').first().scrollIntoViewIfNeeded()
    await saveScreenshot(`form-${journey.task.toLowerCase().replaceAll(' ', '-')}`)
  }
  await new Shell(window).goTo('Gallery')
  const gallery = new GalleryPage(window)
  await expect(gallery.tiles()).toHaveCount(shown.length)
  for (const [at, { viewer: name }] of shown.entries()) {
    // Only the first result made for each viewer; the gallery lists the newest first.
    if (shown[at - 1]?.viewer === name) continue
    await gallery
      .tiles()
      .nth(shown.length - 1 - at)
      .click()
    const viewer = new ViewerPage(gallery.viewer)
    await viewer.expectResult(name, '')
    if (name === 'image') await window.keyboard.press('b')
    await saveScreenshot(`viewer-${name}`)
    await window.keyboard.press('Escape')
    await expect(gallery.viewer).toBeHidden()
  }
})
