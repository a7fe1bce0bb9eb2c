import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { findMisfits } from '../../fixtures/findMisfits.ts'
import { waitForImages } from '../../fixtures/Studio.ts'
import { makeResults } from '../../fixtures/makeResults.ts'
import { expect, test } from '../../fixtures/test.ts'
import type { Page } from '@playwright/test'

/** Opens what the gallery and its viewer offer, one after another, and calls `check` with a name for each. */
async function openAll(page: Page, check: (name: string) => Promise<void>): Promise<void> {
  const gallery = await makeResults(page, ['a lighthouse in fog', 'a windmill at noon'])

  await page.getByRole('button', { name: 'Gallery', exact: true }).click()
  await expect(page.getByRole('listbox')).toBeVisible()
  await check('collections')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Add filter' }).click()
  await expect(page.getByRole('combobox', { name: 'Filter by…' })).toBeFocused()
  await check('filter menu')
  await page.getByRole('option', { name: 'Model', exact: true }).click()
  await expect(page.getByRole('combobox', { name: /Model/ })).toBeFocused()
  await check('values of a filter')
  await page.keyboard.press('Escape')
  await gallery.addFilter('image', 'Kind is Image')
  await expect(gallery.chip('Kind is Image')).toBeVisible()
  await check('chips')

  await page.getByRole('button', { name: /^Sort and layout/ }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Oldest first' })).toBeVisible()
  await check('sort and layout')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('button', { name: 'Select all' }).click()
  await expect(page.getByText('2 selected')).toBeVisible()
  await check('selection')
  await page.keyboard.press('c')
  const comparison = page.getByRole('dialog', { name: 'Compare 2 results' })
  await expect(comparison.getByRole('group', { name: /^Image 2/ }).getByRole('img')).toBeVisible()
  await check('comparison')
  await page.keyboard.press('Escape')
  await expect(comparison).toBeHidden()
  await page.keyboard.press('Escape')

  await gallery.results.getByRole('button').first().focus()
  await page.keyboard.press('g')
  await expect(page.getByRole('dialog')).toBeVisible()
  await check('jump to a day')
  await page.keyboard.press('Escape')

  const viewer = await gallery.open('a windmill at noon')
  await page.keyboard.press('p')
  const controls = viewer.getByRole('toolbar', { name: 'Slideshow' })
  await controls.getByRole('button', { name: 'Pause slideshow' }).click()
  await check('slideshow')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await gallery.sortBy('By meaning…')
  await expect(page.getByRole('textbox', { name: 'Sort by similarity to' })).toBeFocused()
  await check('by meaning')
}

// A window of 1280 × 800 at 200 %: half the CSS pixels.
test.use({ zoom: 2 })

for (const scheme of ['light', 'dark'] as const) {
  // Catches: a menu, bar or dialog that can't be used at 200% zoom, insufficient contrast, controls without a name, and wrong roles.
  test(`the tools of the gallery fit at 200 %, and axe finds nothing serious in them, ${scheme}`, async ({
    window,
  }, testInfo) => {
    await window.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await openAll(window, async (name) => {
      await waitForImages(window)
      const path = testInfo.outputPath(`${name}-${scheme}.png`)
      await window.screenshot({ path, animations: 'disabled' })
      expect.soft(await findMisfits(window), name).toEqual([])
      expect.soft(await findAccessibilityViolations(window), name).toEqual([])
    })
  })
}
