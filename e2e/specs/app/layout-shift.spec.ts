import type { Page } from '@playwright/test'
import { waitForImages } from '../../fixtures/Studio.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'

/** Runs in the page before its scripts: records in each frame which controls have moved from where they appeared. */
function recordMoves(): void {
  const firstRects = new WeakMap<Element, DOMRect>()
  const moved = new Set<string>()
  const recordFrame = (): void => {
    for (const control of document.querySelectorAll('a, button, input, select, textarea')) {
      const rect = control.getBoundingClientRect()
      const first = firstRects.get(control)
      if (rect.width === 0) continue
      if (!first) firstRects.set(control, rect)
      else if (Math.hypot(rect.x - first.x, rect.y - first.y) > 1)
        moved.add(
          `${control.getAttribute('aria-label') ?? control.textContent}: ${first.x}, ${first.y} → ${rect.x}, ${rect.y}`,
        )
    }
    requestAnimationFrame(recordFrame)
  }
  addEventListener('DOMContentLoaded', recordFrame)
  Object.assign(globalThis, { movedControls: () => [...moved] })
}

/** Waits until everything that could move a control is shown: the screen, and the parts around it. */
async function waitUntilLoaded(page: Page): Promise<void> {
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(main.getByRole('status', { name: 'Loading' })).toHaveCount(0)
  await waitForImages(page)
  // The menu is among the parts loaded last, one second after the start.
  await expect(page.getByRole('button', { name: 'Menu', exact: true })).toBeVisible()
  // The title is set by the part with the notes above the screen.
  await expect(page).toHaveTitle(/ · Easel$/)
  await new CreatePage(page).waitForNextFrames()
}

for (const connected of [false, true])
  test.describe(connected ? 'with a connection' : 'before anything is connected', () => {
    test.use({ connected })

    // Catches: a control that moves away from under the pointer, so that a click goes to another one.
    test(`no control moves while the window is loading, ${connected ? 'connected' : 'first start'}`, async ({
      window,
    }) => {
      await window.addInitScript(recordMoves)
      await window.reload()
      if (connected) await new CreatePage(window).waitForPrice()
      await waitUntilLoaded(window)
      expect(await window.evaluate<string[]>('movedControls()')).toEqual([])
    })
  })

// Catches: the same on the other screens, whose data arrives while they are already shown.
test('no control moves while a screen with results is loading', async ({ studio }) => {
  const page = await studio.open()
  const create = new CreatePage(page)
  await create.generateImage('a lighthouse in fog')
  await create.generateImage('a lighthouse at noon')
  await page.addInitScript(recordMoves)
  // Without the settings of the library, because the length of its list of sizes isn't known before they are measured.
  const settings = ['connections', 'budgets', 'background', 'appearance', 'service', 'about']
  for (const path of ['gallery', 'queue', 'spend', ...settings.map((section) => `settings/${section}`)]) {
    await page.evaluate((hash) => void (location.hash = hash), `#/${path}`)
    await page.reload()
    if (path === 'gallery') await expect(new GalleryPage(page).tiles()).toHaveCount(2)
    await waitUntilLoaded(page)
    expect(await page.evaluate<string[]>('movedControls()'), path).toEqual([])
  }
})
