import type { Locator, Page } from '@playwright/test'
import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { viewerJourneys } from '../../fixtures/journeys.ts'
import { makeInputs } from '../../fixtures/makeInputs.ts'
import { hasFocus, tabTo } from '../../fixtures/tabTo.ts'
import { expect, test } from '../../fixtures/test.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'
import { TaskForm } from '../../pages/TaskForm.ts'
import { ViewerPage, type ViewerName } from '../../pages/ViewerPage.ts'

test.use({ speed: 60 })

const numberOf = (medium: Locator, what: 'currentTime' | 'paused' | 'muted'): Promise<number> =>
  medium.evaluate((element, name) => (element instanceof HTMLMediaElement ? Number(element[name]) : -1), what)

/** Keyboard interactions of each viewer. */
const byKeys: Record<ViewerName, (viewer: ViewerPage) => Promise<void>> = {
  image: async ({ root }) => {
    const keys = root.page().keyboard
    const scale = root.getByRole('button', { name: /show actual size$/ })
    const whole = (await scale.textContent()) ?? ''
    await keys.press('+')
    await expect(scale).not.toHaveText(whole)
    await keys.press('z')
    await expect(scale).toHaveText(whole)
    await keys.press('b')
    const divider = root.getByRole('slider', { name: /^Divider/ })
    await tabTo(root.page(), divider)
    await keys.press('ArrowLeft')
    await expect(divider).toHaveAttribute('aria-valuenow', '48')
    // Only transparent images have a choice of backgrounds.
    const checks = root.getByRole('radio', { name: 'Checkerboard' })
    if (await checks.isVisible()) {
      await tabTo(root.page(), checks)
      await keys.press('ArrowRight')
      await expect(root.getByRole('radio', { name: 'White' })).toBeChecked()
    }
  },
  video: async ({ root, video }) => {
    const keys = root.page().keyboard
    await keys.press('Home')
    await expect.poll(() => numberOf(video, 'currentTime')).toBe(0)
    await keys.press('.')
    await expect.poll(() => numberOf(video, 'currentTime')).toBeGreaterThan(0)
    await keys.press('k')
    await expect.poll(() => numberOf(video, 'paused')).toBe(0)
    await keys.press('k')
    await expect.poll(() => numberOf(video, 'paused')).toBe(1)
    await tabTo(root.page(), root.getByRole('button', { name: 'Frames' }))
  },
  audio: async ({ root, audio }) => {
    const keys = root.page().keyboard
    await keys.press('Home')
    await keys.press('[')
    await expect(root.getByRole('button', { name: 'Clear loop' })).toBeVisible()
    await keys.press('m')
    await expect.poll(() => numberOf(audio, 'muted')).toBe(1)
    await keys.press('k')
    await expect.poll(() => numberOf(audio, 'paused')).toBe(0)
    await keys.press('k')
    await expect.poll(() => numberOf(audio, 'paused')).toBe(1)
    await tabTo(root.page(), root.getByRole('button', { name: 'Compare A/B' }))
  },
  transcript: async ({ root, segments }) => {
    const keys = root.page().keyboard
    const text = (await segments.first().locator('p').textContent()) ?? ''
    await keys.press('/')
    await keys.type(/\p{L}{3,}/u.exec(text)?.[0] ?? '')
    await expect(root.getByText(/^1 of \d+$/).first()).toBeVisible()
    await keys.press('Escape')
    await expect(root.getByRole('textbox', { name: 'Find in text' })).toHaveValue('')
    await tabTo(root.page(), root.getByRole('button', { name: 'Edit segment 1', exact: true }))
    await keys.press('Enter')
    await keys.press('End')
    await keys.type(' Aye.')
    await keys.press('ControlOrMeta+Enter')
    await expect(segments.first()).toContainText('Aye.')
    await expect(root.getByText('Edited')).toBeVisible()
    await expect(root.getByRole('button', { name: 'Edit segment 1', exact: true })).toBeFocused()
    await keys.press('ControlOrMeta+z')
    await expect(segments.first()).not.toContainText('Aye.')
    await keys.press('ControlOrMeta+Shift+z')
    await expect(segments.first()).toContainText('Aye.')
    await keys.press('Enter')
    await tabTo(root.page(), root.getByRole('textbox', { name: 'Start' }))
    await keys.press('ControlOrMeta+a')
    await keys.type('0:00.25')
    await tabTo(root.page(), root.getByRole('combobox', { name: 'Speaker' }))
    await keys.press('ControlOrMeta+a')
    await keys.type('Ann')
    await keys.press('Enter')
    await expect(root.getByRole('button', { name: 'Ann', exact: true })).toBeVisible()
    await tabTo(root.page(), root.getByRole('button', { name: 'Restore original' }))
    await keys.press('Enter')
    await expect(segments.first()).not.toContainText('Aye.')
  },
  ocr: async ({ root }) => {
    const keys = root.page().keyboard
    await expect(root.getByRole('search')).toBeVisible()
    await keys.press('/')
    await keys.type('qqq')
    await expect(root.getByText('No matches')).toBeVisible()
    await keys.press('Escape')
    await tabTo(root.page(), root.getByRole('button', { name: 'Edit text' }))
    await tabTo(root.page(), root.getByRole('button', { name: 'Export' }))
    await keys.press('Enter')
    await expect(root.page().getByRole('menuitem', { name: /^Plain text/ })).toBeFocused()
    await keys.press('Escape')
  },
  embedding: async ({ root }) => {
    const keys = root.page().keyboard
    const map = root.getByRole('application', { name: /^Map of/ })
    await tabTo(root.page(), map)
    await keys.press('ArrowRight')
    await expect(map.getByRole('status')).not.toBeEmpty()
    await tabTo(
      root.page(),
      root
        .getByRole('region', { name: /^Most similar/ })
        .getByRole('button')
        .first(),
    )
  },
}

/** Checks the editor of a segment with axe, with an invalid time in it. */
const checkSegmentEditor = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Edit segment 2', exact: true }).click()
  await page.getByRole('textbox', { name: 'End' }).fill('soon')
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    expect(await findAccessibilityViolations(page, 'dialog'), `editor, ${scheme}`).toEqual([])
  }
  await page.keyboard.press('Escape')
}

const groups: Record<string, readonly ViewerName[]> = {
  media: ['image', 'video', 'audio'],
  texts: ['transcript', 'ocr', 'embedding'],
}

for (const [group, names] of Object.entries(groups))
  // Catches: viewers that need a mouse, aren't accessible, or have insufficient contrast.
  test(`the viewers of ${group} work by keyboard, and axe finds nothing serious in them`, async ({
    window,
    service,
  }) => {
    test.setTimeout(300_000)
    const inputs = await makeInputs(test.info().outputPath('inputs'))
    const form = new TaskForm(window)
    const models = await service.fetchModels()
    const shown = viewerJourneys.filter(({ viewer }) => names.includes(viewer))
    for (const journey of shown) {
      await form.prepare(journey, inputs, models)
      await form.run()
    }
    await new Shell(window).goTo('Gallery')
    const gallery = new GalleryPage(window)
    await expect(gallery.tiles()).toHaveCount(shown.length)
    await tabTo(window, gallery.results)
    await window.keyboard.press('Enter')
    const viewer = new ViewerPage(gallery.viewer)
    for (const [at, journey] of shown.toReversed().entries())
      await test.step(`${journey.viewer}: ${journey.task}`, async () => {
        await expect(viewer.root.getByText(`${at + 1} of ${shown.length}`, { exact: true })).toBeVisible()
        if (shown[shown.length - at]?.viewer !== journey.viewer) {
          for (const scheme of ['light', 'dark'] as const) {
            await window.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
            expect(await findAccessibilityViolations(window, 'dialog'), scheme).toEqual([])
          }
          await byKeys[journey.viewer](viewer)
          if (journey.viewer === 'transcript') await checkSegmentEditor(window)
        }
        // From the header of the window, where no slider handles the arrow.
        await tabTo(window, viewer.root.getByRole('button', { name: 'Close' }))
        await window.keyboard.press('ArrowRight')
      })
    await window.keyboard.press('Escape')
    await expect(viewer.root).toBeHidden()
    expect(await hasFocus(gallery.results)).toBe(true)
  })
