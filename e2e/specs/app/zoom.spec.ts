import type { Locator, Page } from '@playwright/test'
import { findMisfits } from '../../fixtures/findMisfits.ts'
import { waitForImages } from '../../fixtures/Studio.ts'
import { expect, test } from '../../fixtures/test.ts'
import { BatchPage } from '../../pages/BatchPage.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { SCREEN_NAMES, Shell, type ScreenName } from '../../pages/Shell.ts'

/** The most common action of each screen. */
const MAIN: Record<ScreenName, (page: Page) => Locator> = {
  Create: (page) => new CreatePage(page).generate,
  Queue: (page) => page.getByRole('button', { name: /^(?:Pause|Resume)/ }).first(),
  Gallery: (page) => page.getByRole('searchbox'),
  Spend: (page) => page.getByRole('button', { name: /CSV/ }).first(),
  Settings: (page) => page.getByRole('button', { name: 'Add connection' }),
}

// A window of 1280 × 800 at 200 %: half the CSS pixels.
test.use({ zoom: 2 })

for (const scheme of ['light', 'dark'] as const) {
  // Catches: a screen that can't be used at 200% zoom.
  test(`every screen fits at 200 %, ${scheme}`, async ({ window, service }, testInfo) => {
    await window.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const create = new CreatePage(window)
    await create.generateImage('an image at twice the size')
    const check = async (name: string): Promise<void> => {
      await waitForImages(window)
      await window.screenshot({ path: testInfo.outputPath(`${name}-${scheme}.png`), animations: 'disabled' })
      expect.soft(await findMisfits(window), name).toEqual([])
    }
    for (const screen of SCREEN_NAMES) {
      const action = MAIN[screen]
      await new Shell(window).goTo(screen)
      // The screen may replace its loading state during the scroll.
      await expect(async () => {
        await action(window).scrollIntoViewIfNeeded()
        await expect(action(window), screen).toBeInViewport({ ratio: 1, timeout: 1000 })
      }).toPass()
      await check(screen.toLowerCase())
    }
    await new Shell(window).goTo('Gallery')
    const viewer = await new GalleryPage(window).open('an image at twice the size')
    const image = viewer.getByRole('img').first()
    await expect(image).toBeInViewport()
    await check('viewer')
    await viewer.getByRole('button', { name: 'Show details' }).click()
    await expect(viewer.getByRole('complementary', { name: 'Details' })).toBeVisible()
    await check('details')
    await window.keyboard.press('Escape')
    await window.keyboard.press('Escape')
    await new GalleryPage(window).results.getByRole('button').first().focus()
    await window.keyboard.press('t')
    await window.getByRole('combobox', { name: 'Find or add tags' }).fill('a tag, '.concat('w'.repeat(90)))
    await window.keyboard.press('Enter')
    await expect(window.getByRole('option', { name: 'a tag' })).toBeVisible()
    await window.getByRole('button', { name: 'Manage tags…' }).click()
    await expect(window.getByRole('button', { name: 'Rename a tag' })).toBeInViewport({ ratio: 1 })
    await check('tags')
    await window.keyboard.press('Escape')

    await new Shell(window).goTo('Create')
    const batch = new BatchPage(window)
    await batch.open()
    await expect.soft(batch.count).toBeInViewport({ ratio: 1 })
    await batch.count.fill('3')
    await batch.add.scrollIntoViewIfNeeded()
    await expect.soft(batch.add).toBeInViewport({ ratio: 1 })
    await check('batch')
    await window.keyboard.press('Escape')

    service.setFaults('submit:503x1')
    await create.prompt.fill('a job whose charge is unconfirmed')
    await create.waitForPrice()
    await create.generate.click()
    await expect(create.cards('Charge unconfirmed')).toBeVisible()
    const choice = create.stage.getByRole('button', { name: 'I found the job at the service…' })
    await choice.scrollIntoViewIfNeeded()
    await expect.soft(choice).toBeInViewport({ ratio: 1 })
    await check('unconfirmed')
    await new Shell(window).goTo('Queue')
    await expect(window.getByRole('button', { name: 'Stop tracking…' }).first()).toBeVisible()
    await check('attention')
  })
}

// Catches: a message that covers the buttons of a dialog, which reaches to the bottom of a low window.
test('a message leaves the buttons of a dialog uncovered at 200 %', async ({ window }) => {
  await new CreatePage(window).generateImage('a lighthouse')
  await new Shell(window).goTo('Gallery')
  await new GalleryPage(window).results.getByRole('button').first().focus()
  await window.keyboard.press('Delete')
  await expect(window.getByRole('button', { name: 'Undo' })).toBeVisible()
  await new Shell(window).goTo('Settings')
  await window.getByRole('button', { name: 'Add connection' }).click()
  const cancel = window
    .getByRole('dialog', { name: 'Add connection' })
    .getByRole('button', { name: 'Cancel' })
  // A message stays as long as the pointer is on it.
  await window.getByRole('button', { name: 'Undo' }).hover()
  const isUncovered = await cancel.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
  expect(isUncovered).toBe(true)
})
