import { hasFocus, tabTo } from '../../fixtures/tabTo.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'

// Catches: controls that need a mouse.
test('a result is generated and viewed without a mouse, starting from the empty form', async ({ window }) => {
  const create = new CreatePage(window)
  await expect(create.prompt).toBeVisible()
  await tabTo(window, create.prompt)
  await window.keyboard.type('made without a mouse')
  await create.waitForPrice()
  await tabTo(window, create.generate)
  await window.keyboard.press('Enter')
  await expect(create.cards('Saved')).toHaveCount(1, { timeout: 30_000 })

  const shell = new Shell(window)
  await tabTo(window, shell.link('Gallery'))
  await window.keyboard.press('Enter')
  const gallery = new GalleryPage(window)
  await expect(gallery.tiles('made without a mouse')).toHaveCount(1)
  await tabTo(window, gallery.results)
  await window.keyboard.press('Enter')
  await expect(gallery.viewer).toBeVisible()
  await window.keyboard.press('Escape')
  await expect(gallery.viewer).toBeHidden()
  expect(await hasFocus(gallery.results)).toBe(true)
})

// Catches: an invisible focus.
test('the focused element is marked', async ({ window }) => {
  const create = new CreatePage(window)
  await expect(create.prompt).toBeVisible()
  const shell = new Shell(window)
  await tabTo(window, shell.link('Gallery'))
  const ring = await window.evaluate(() => {
    const style = getComputedStyle(document.activeElement ?? document.body)
    return { outline: style.outlineStyle, width: style.outlineWidth, shadow: style.boxShadow }
  })
  expect(ring.outline !== 'none' || ring.shadow !== 'none').toBe(true)
})

// Catches: a number field that loses its selection on focus, so that typed digits are appended.
test('typing in a seed field reached by Tab replaces the seed', async ({ window }) => {
  const create = new CreatePage(window)
  await expect(create.prompt).toBeVisible()
  await tabTo(window, create.seed)
  await window.keyboard.type('42')
  expect(await create.readSeed()).toBe('42')
})

// Catches: typed letters that are lost while the list opens, or that are added in another order.
test('typing on the closed model picker searches for a model, and Enter chooses it', async ({ window }) => {
  const create = new CreatePage(window)
  await create.waitForPrice()
  await create.model.focus()
  await window.keyboard.type('merid')
  await expect(window.getByRole('combobox', { name: 'Search models' })).toHaveValue('merid')
  await window.keyboard.press('Enter')
  await expect(create.model).toContainText('Meridian XL')
  await expect(create.model).toBeFocused()
})
