import { rmSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from '../fixtures/accessibilityViolations.ts'
import { readResultFiles } from '../fixtures/resultFiles.ts'
import { expect, test } from '../fixtures/test.ts'
import { CreatePage } from '../pages/CreatePage.ts'
import { Shell } from '../pages/Shell.ts'

async function openLibrarySettings(page: Page): Promise<void> {
  await new Shell(page).goTo('Settings')
  await page.getByRole('link', { name: 'Library', exact: true }).click()
}

// Catches: a check that misses a deleted file, and one that can't put it back.
test('the files of the library are checked, and a missing one is downloaded again', async ({
  window,
  studio,
  host,
}) => {
  await new CreatePage(window).generateImage('a lighthouse to be lost')
  const file = readResultFiles(studio.dataFolder).find(({ format }) => format === 'png')
  if (!file) throw new Error('No PNG was saved.')
  rmSync(file.path)
  await openLibrarySettings(window)
  await expect(window.getByText('Images', { exact: true })).toBeVisible()
  await window.getByRole('button', { name: 'Check files' }).click()
  await expect(window.getByText(/1 file isn’t as it was saved/)).toBeVisible()
  const problems = window.getByRole('list', { name: 'Files with a problem' })
  await expect(problems).toContainText('Missing')
  expect(await findAccessibilityViolations(window, host)).toEqual([])
  await problems.getByRole('button', { name: /^Download again/ }).click()
  await expect(problems).toContainText('Downloaded again')
  const restored = readResultFiles(studio.dataFolder).find(({ path }) => path === file.path)
  expect(restored?.sha256).toBe(file.sha256)
  await window.getByRole('button', { name: 'Check files' }).click()
  await expect(window.getByText(/All are as they were saved/)).toBeVisible()
})
