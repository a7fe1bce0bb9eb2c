import type { Page } from '@playwright/test'
import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { ElectronStudio } from '../../fixtures/ElectronStudio.ts'
import { readDesktopCalls, recordDesktopCalls } from '../../fixtures/desktopCalls.ts'
import type { Studio } from '../../fixtures/Studio.ts'
import { expect, test } from '../../fixtures/test.ts'
import { BatchPage } from '../../pages/BatchPage.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { Shell } from '../../pages/Shell.ts'

const addBatch = async (page: Page, count: number): Promise<void> => {
  await new Shell(page).goTo('Create')
  await new CreatePage(page).prompt.fill('foxes at night')
  const batch = new BatchPage(page)
  await batch.open()
  await batch.count.fill(String(count))
  await expect(batch.add).toHaveAccessibleName(new RegExp(`^Add ${count} jobs? · \\$0\\.0`))
  await batch.add.click()
  await expect(page.getByText(new RegExp(`^${count} jobs? added`))).toBeVisible()
}
const electron = (studio: Studio) => {
  if (!(studio instanceof ElectronStudio)) throw new Error('This is not Electron')
  return studio.app
}

// Catches: a title that counts only visible jobs, or keeps its progress after the end.
test('the title shows the progress, and only the screen while idle', async ({ window, service }) => {
  service.setFaults('job-stuck=42x1')
  await addBatch(window, 3)
  await expect(window).toHaveTitle('2 of 3 · Create · Easel', { timeout: 40_000 })
  await new Shell(window).goTo('Queue')
  await expect(window).toHaveTitle('2 of 3 · Queue · Easel')
})

test.describe('at the speed of a real service', () => {
  test.use({ speed: 3 })

  test('the title is that of the screen again after the last job', async ({ window }) => {
    await addBatch(window, 2)
    await expect(window).toHaveTitle(/ of 2 · Create · Easel$/, { timeout: 40_000 })
    await expect(window).toHaveTitle('Create · Easel', { timeout: 60_000 })
  })
})

// Catches: missing expected times for models with a history.
test('the queue shows the time left once there is a history', async ({ window, service }) => {
  await addBatch(window, 8)
  await new Shell(window).goTo('Queue')
  await expect(window.getByText(/ · 8 saved/)).toBeVisible({ timeout: 60_000 })
  await expect(window.getByText(/^about/)).toHaveCount(0)
  service.setFaults('job-stuck=42x1')
  await addBatch(window, 4)
  await new Shell(window).goTo('Queue')
  await expect(window.getByText(/about \d.*(s|min) left · \d of 4/)).toBeVisible({ timeout: 30_000 })
})

test.describe('in the desktop app', () => {
  test.skip(({ host }) => host !== 'electron', 'a browser has none of this')

  // Catches: a notification per job, a second one after a restart, and a progress bar that stays.
  test('a batch is announced once, also across a restart, and a click opens it', async ({ studio }) => {
    const page = await studio.open()
    await recordDesktopCalls(electron(studio))
    await addBatch(page, 3)
    const notifications = async () => (await readDesktopCalls(electron(studio))).notifications
    await expect.poll(notifications, { timeout: 40_000 }).toHaveLength(1)
    expect((await notifications())[0]?.body).toMatch(/^3 saved, \$0\.0\d+ quoted$/)
    const { progressBars } = await readDesktopCalls(electron(studio))
    expect(progressBars.some(({ mode, value }) => mode === 'indeterminate' || value > 0)).toBe(true)
    expect(progressBars.at(-1)).toEqual({ value: -1, mode: 'none' })

    await electron(studio).evaluate(() => globalThis.clickLastNotification?.())
    await expect(page).toHaveURL(/#\/queue\/.+/)
    await expect(
      page.getByRole('list', { name: 'Jobs' }).getByRole('button', { expanded: true }),
    ).toBeVisible()

    await studio.close()
    const again = await studio.open()
    await recordDesktopCalls(electron(studio))
    // The first batch would have been announced again before the second one.
    await addBatch(again, 2)
    await expect.poll(notifications, { timeout: 40_000 }).toHaveLength(1)
    expect((await notifications())[0]?.body).toMatch(/^2 saved, /)
  })

  // Catches: a computer kept awake forever, or without the setting.
  test('if enabled, the computer is kept awake while jobs are in progress', async ({ studio, service }) => {
    const page = await studio.open()
    const awake = () =>
      electron(studio).evaluate(({ powerSaveBlocker }) =>
        Array.from({ length: 20 }, (_, id) => powerSaveBlocker.isStarted(id)).includes(true),
      )
    service.setFaults('job-stuck=42x1')
    await addBatch(page, 1)
    await expect(page).toHaveTitle(/^4[12]% · Create · Easel$/, { timeout: 40_000 })
    expect(await awake()).toBe(false)
    await page.goto(page.url().replace(/#.*/, '#/settings/background'))
    const keepAwake = page.getByRole('switch', { name: 'Keep this computer awake' })
    await keepAwake.click()
    await expect(keepAwake).toBeChecked()
    await expect.poll(awake).toBe(true)
    await keepAwake.click()
    await expect(keepAwake).not.toBeChecked()
    await expect.poll(awake).toBe(false)
  })

  // Catches: a closed window that ends the work without a confirmation.
  test('without a tray, closing asks for confirmation and explains what continues and what waits', async ({
    studio,
    service,
  }) => {
    const page = await studio.open()
    await recordDesktopCalls(electron(studio))
    service.setFaults('job-stuck=42x1')
    await addBatch(page, 1)
    await expect(page).toHaveTitle(/^4[12]% · Create · Easel$/, { timeout: 40_000 })
    await electron(studio).evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    await expect
      .poll(async () => (await readDesktopCalls(electron(studio))).dialogs)
      .toEqual([
        '1 job is running. The running job continues at the service. Its result is fetched when you open Easel again.',
      ])
    await expect(page.getByRole('navigation')).toBeVisible()
  })

  test.describe('with a tray', () => {
    test.use({ programs: { gdbus: "echo '(true,)'" } })

    // Catches: a window that can't be reopened, and work that stops with it.
    test('closing with jobs in progress keeps them running in the tray', async ({ studio, service }) => {
      const page = await studio.open()
      await recordDesktopCalls(electron(studio))
      service.setFaults('job-stuck=42x1')
      await addBatch(page, 2)
      await expect(page).toHaveTitle('1 of 2 · Create · Easel', { timeout: 40_000 })
      await page.goto(page.url().replace(/#.*/, '#/settings/background'))
      await expect(page.getByRole('switch', { name: 'Stay in the tray' })).toBeChecked()
      const isWindowVisible = () =>
        electron(studio).evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible())
      await electron(studio).evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
      await expect.poll(isWindowVisible).toBe(false)
      expect((await readDesktopCalls(electron(studio))).dialogs).toEqual([])
      await studio.startAndReadOutput(/already open/)
      await expect.poll(isWindowVisible).toBe(true)
    })
  })
})

test.describe('in a browser', () => {
  test.skip(({ host }) => host !== 'browser', 'the desktop app shows its own')

  // Catches: a permission prompt without a click, and missing notifications after it was granted.
  test('a batch is announced once the user has allowed notifications', async ({ window }) => {
    await window.evaluate(() => {
      const shown: string[] = []
      class FakeNotification extends EventTarget {
        static permission = 'default'
        static requestPermission = async () => {
          globalThis.permissionRequests = (globalThis.permissionRequests ?? 0) + 1
          return (FakeNotification.permission = 'granted')
        }
        constructor(title: string, { body }: { body: string }) {
          super()
          shown.push(`${title}: ${body}`)
        }
      }
      Object.assign(globalThis, { Notification: FakeNotification })
      globalThis.shownNotifications = shown
    })
    const shown = () => window.evaluate(() => globalThis.shownNotifications)
    const countRequests = () => window.evaluate(() => globalThis.permissionRequests ?? 0)
    await new Shell(window).goTo('Settings')
    await window.getByRole('link', { name: 'Notifications and background' }).click()
    expect(await findAccessibilityViolations(window)).toEqual([])
    await expect(window.getByRole('switch', { name: 'Keep this computer awake' })).toBeDisabled()
    expect(await countRequests()).toBe(0)
    await window.getByRole('button', { name: 'Allow notifications' }).click()
    await expect(window.getByRole('switch', { name: 'Notify me when a batch finishes' })).toBeChecked()
    expect(await countRequests()).toBe(1)
    await addBatch(window, 2)
    await expect
      .poll(shown, { timeout: 40_000 })
      .toEqual([expect.stringMatching(/: 2 saved, \$0\.0\d+ quoted$/)])
  })
})
