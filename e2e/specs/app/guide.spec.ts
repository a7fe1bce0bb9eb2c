import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { PalettePage } from '../../pages/PalettePage.ts'

for (const scheme of ['light', 'dark'] as const) {
  // Catches: a guide that can't be read, searched or left by keyboard, and one whose contents lead nowhere.
  test(`the guide opens with F1, is searched and read by keyboard, ${scheme}`, async ({ window }) => {
    await window.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    const { prompt } = new CreatePage(window)
    await prompt.fill('a fox')
    await prompt.press('F1')
    const guide = window.getByRole('dialog', { name: 'Easel guide' })
    const text = guide.getByRole('region', { name: 'Text of the guide' })
    await expect(text.getByRole('heading', { name: 'Tasks' })).toBeInViewport()
    expect(await findAccessibilityViolations(window)).toEqual([])

    await guide.getByRole('navigation', { name: 'Contents' }).getByRole('button', { name: 'Export' }).click()
    await expect(text.getByRole('heading', { name: 'Export' })).toBeInViewport()
    await expect(text.getByRole('heading', { name: 'Export' })).toBeFocused()
    await expect(guide.locator('[aria-current=location]')).toHaveText('Export')
    await expect(text.getByRole('cell', { name: '{prompt}' })).toBeInViewport()

    await window.keyboard.press('ControlOrMeta+f')
    const search = guide.getByRole('textbox', { name: 'Find in text' })
    await expect(search).toBeFocused()
    await search.fill('wildcard')
    await expect(guide.getByText(/^1 of \d+$/)).toBeVisible()
    await expect(text.locator('mark[data-current]')).toBeInViewport()
    await search.press('Enter')
    await expect(guide.getByText(/^2 of \d+$/)).toBeVisible()
    await expect(text.locator('mark[data-current]')).toBeInViewport()
    expect(await findAccessibilityViolations(window)).toEqual([])
    await search.press('Escape')
    await expect(guide.locator('mark')).toHaveCount(0)
    await expect(guide).toBeVisible()
    await search.press('Escape')
    await expect(guide).toHaveCount(0)
    await expect(prompt).toBeFocused()
    await expect(prompt).toHaveValue('a fox')
  })
}

// Catches: a menu, palette or list of shortcuts without the guide.
test('the menu, the palette and the shortcuts lead to the guide', async ({ window }) => {
  const guide = window.getByRole('dialog', { name: 'Easel guide' })
  const close = async () => {
    await expect(guide.getByRole('heading', { name: 'Gallery' })).toBeAttached()
    await guide.getByRole('button', { name: 'Close' }).click()
    await expect(guide).toHaveCount(0)
  }
  await window.getByRole('button', { name: 'Menu', exact: true }).click()
  await window.getByRole('menuitem', { name: 'Easel guide' }).click()
  await close()

  await window.keyboard.press('?')
  await window.getByRole('button', { name: 'Open the guide' }).click()
  await close()

  const palette = new PalettePage(window)
  await palette.open()
  await palette.search.fill('guide')
  await window.getByRole('option', { name: /Easel guide/ }).click()
  await close()
})

test.describe('at 200 %', () => {
  test.use({ zoom: 2 })

  // Catches: a list of contents that leaves no room for the text, and lines that are cut off.
  test('the guide fits, and its sections are chosen above the text', async ({ window }) => {
    await expect(new CreatePage(window).prompt).toBeVisible()
    await window.keyboard.press('F1')
    const guide = window.getByRole('dialog', { name: 'Easel guide' })
    await guide.getByRole('combobox', { name: 'Go to' }).selectOption({ label: 'Files' })
    await expect(guide.getByRole('navigation')).toBeHidden()
    const text = guide.getByRole('region', { name: 'Text of the guide' })
    await expect(text.getByRole('heading', { name: 'Files' })).toBeInViewport()
    expect(await text.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true)
    expect(await findAccessibilityViolations(window)).toEqual([])
  })
})
