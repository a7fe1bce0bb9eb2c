import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { PalettePage } from '../../pages/PalettePage.ts'
import { Shell } from '../../pages/Shell.ts'

// Catches: a palette that doesn't open from a text field, doesn't find an entry by its name, or runs the entry before giving back the
// focus.
test('the palette finds and opens models, settings, results and actions without a mouse', async ({
  window,
}) => {
  const create = new CreatePage(window)
  const palette = new PalettePage(window)
  await create.generateImage('a lighthouse at dusk')
  await create.prompt.fill('something else')

  await palette.open()
  expect(await findAccessibilityViolations(window)).toEqual([])
  await palette.run('meridian xl', 'Meridian XL')
  await expect(create.model).toContainText('Meridian XL')
  await expect(create.prompt).toHaveValue('something else')

  await palette.open()
  await palette.run('limits', 'Limits')
  await expect(window.getByRole('heading', { name: 'Limits' })).toBeVisible()

  // What was used last comes first.
  await palette.open()
  await expect(palette.options.first()).toHaveAccessibleName(/^Limits/)
  await palette.run('lighth', 'a lighthouse at dusk')
  const gallery = new GalleryPage(window)
  await expect(gallery.viewer).toBeVisible()

  // Also over an opened result, whose actions it offers.
  await palette.open()
  await palette.run('full scr', 'Full screen')
  await expect.poll(() => window.evaluate(() => document.fullscreenElement !== null)).toBe(true)
})

// Catches: an action that can be listed but not run, and one that is offered where it can't run.
test('the palette runs actions that have no key', async ({ window }) => {
  const create = new CreatePage(window)
  const palette = new PalettePage(window)
  await expect(create.prompt).toBeVisible()
  await palette.open()
  await palette.run('batch', 'New batch…')
  await expect(window.getByRole('dialog', { name: 'Batch' })).toBeVisible()
  await window.keyboard.press('Escape')

  await new Shell(window).goTo('Queue')
  await expect(window.getByRole('heading', { name: 'Queue', level: 1 })).toBeVisible()
  await palette.open()
  await palette.search.fill('new batch')
  await expect(palette.options).toHaveCount(0)
  await palette.search.fill('')
  await palette.run('new coll', 'New collection…')
  await window.getByRole('textbox', { name: 'Name' }).fill('Piers')
  await window.keyboard.press('Enter')
  await expect(window.getByRole('button', { name: 'Piers', exact: true })).toBeVisible()

  await palette.open()
  await palette.run('dark', 'Use dark theme')
  await expect(window.locator('html')).toHaveAttribute('data-theme', 'dark')
  await palette.open()
  await palette.run('trash', 'Open trash')
  await expect(window.getByText('The trash is empty')).toBeVisible()
})

// Catches: a prompt that can't be found again without opening its result.
test('Ctrl+Enter on a found result uses its prompt', async ({ window }) => {
  const create = new CreatePage(window)
  const palette = new PalettePage(window)
  await create.generateImage('a fox in the snow')
  await create.prompt.fill('something else')
  await new Shell(window).goTo('Queue')
  await palette.open()
  await palette.search.fill('fox')
  await expect(palette.options.filter({ hasText: 'a fox in the snow' })).toHaveCount(1)
  // Results are listed last.
  await window.keyboard.press('ArrowUp')
  await expect(palette.active).toHaveText(/a fox in the snow/)
  await window.keyboard.press('ControlOrMeta+Enter')
  await expect(create.prompt).toHaveValue('a fox in the snow')
})
