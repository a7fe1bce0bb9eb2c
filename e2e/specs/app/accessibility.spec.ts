import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { SCREEN_NAMES, Shell } from '../../pages/Shell.ts'

for (const scheme of ['light', 'dark'] as const) {
  test.describe(`in ${scheme}`, () => {
    // Catches: insufficient contrast, controls without a name, and wrong roles.
    test(`axe finds nothing serious on any screen, ${scheme}`, async ({ window }) => {
      await window.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      const create = new CreatePage(window)
      await create.generateImage('an image for every screen')
      for (const screen of SCREEN_NAMES) {
        await new Shell(window).goTo(screen)
        const main = window.getByRole('main')
        await expect(main.getByRole('heading', { level: 1, name: screen })).toBeAttached()
        await expect(main.getByRole('status', { name: 'Loading' })).toHaveCount(0)
        expect(await findAccessibilityViolations(window), screen).toEqual([])
      }
      await new Shell(window).goTo('Gallery')
      await new GalleryPage(window).open('an image for every screen')
      expect(await findAccessibilityViolations(window), 'viewer').toEqual([])
    })

    test.describe('before anything is connected', () => {
      test.use({ connected: false })

      // Catches: the same on the first screen and in the connection form.
      test(`axe finds nothing serious on the first screens, ${scheme}`, async ({ window }) => {
        await window.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
        await expect(window.getByRole('button', { name: 'Try the sandbox' })).toBeVisible()
        expect(await findAccessibilityViolations(window), 'first start').toEqual([])
        await new Shell(window).goTo('Settings')
        await window.getByRole('button', { name: 'Add connection' }).click()
        await expect(window.getByLabel('API key')).toBeVisible()
        expect(await findAccessibilityViolations(window), 'add connection').toEqual([])
      })
    })
  })
}
