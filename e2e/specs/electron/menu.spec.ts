import { expect, test } from '../../fixtures/electronTest.ts'

// Catches: a menu entry that opens nothing in the window.
test('the Help menu opens the guide, which stays within the policy of the window', async ({
  electron: { page, app },
}) => {
  const labels = await app.evaluate(({ Menu, BrowserWindow }) => {
    const help = Menu.getApplicationMenu()?.items.find(({ label }) => label === 'Help')?.submenu?.items ?? []
    help.find(({ label }) => label === 'Easel guide')?.click(undefined, BrowserWindow.getAllWindows()[0])
    return help.map(({ label, accelerator }) => `${label} ${accelerator ?? ''}`.trim())
  })
  expect(labels).toEqual(expect.arrayContaining(['Easel guide F1', 'Keyboard shortcuts']))
  const guide = page.getByRole('dialog', { name: 'Easel guide' })
  await expect(guide.getByRole('heading', { name: 'Tasks' })).toBeVisible()
  const violations: string[] = []
  page.on('console', (message) => violations.push(message.text()))
  await guide.getByRole('textbox', { name: 'Find in text' }).fill('wildcard')
  await expect(guide.locator('mark').first()).toBeVisible()
  expect(violations).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(guide).toHaveCount(0)
  await page.keyboard.press('F1')
  await expect(guide).toBeVisible()
  await guide.getByRole('button', { name: 'Close' }).click()
})
