import { readFileSync, writeFileSync } from 'node:fs'
import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { readSetting } from '../../fixtures/readLibrary.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'

// Catches: copies with the same seed, a total that isn't what is charged, copies sent twice by a double click, and a forgotten number
// of copies.
test('three copies are charged as the button shows, each with its own seed', async ({ window, service }) => {
  const create = new CreatePage(window)
  await create.prompt.fill('three lighthouses')
  const single = Number((await create.readPrice()).slice(1))
  const seed = await create.readSeed()
  await window.getByRole('combobox', { name: 'Copies' }).selectOption('×3')
  await expect(create.generate).toHaveAccessibleName(/ for 3 copies$/)
  const total = Number((await create.readPrice()).slice(1))
  expect(total).toBeCloseTo(single * 3, 9)
  await create.generate.dblclick()
  await expect(create.cards('Saved')).toHaveCount(3, { timeout: 30_000 })
  const prices = service.ledger().map(({ price }) => price)
  expect(prices).toHaveLength(3)
  expect(prices.reduce((sum, price) => sum + price, 0)).toBeCloseTo(total, 9)
  const seeds = service.ledger().map(({ body }) => String(body['seed']))
  expect(new Set(seeds).size).toBe(3)
  expect(seeds).toContain(seed)
  await window.reload()
  await expect(window.getByRole('combobox', { name: 'Copies' })).toHaveValue('3')
})

// Catches: a typed prompt that is lost by stepping, prompts that appear twice, and a list that ignores the search.
test('earlier prompts are found by stepping and by searching, and what was typed is kept', async ({
  window,
}) => {
  const create = new CreatePage(window)
  await create.generateImage('a fox in snow')
  await create.generateImage('an owl at dusk')
  await create.generateImage('a fox in snow')
  await create.generateImage('an owl at dusk')
  await create.prompt.fill('something new')
  await create.prompt.press('Alt+ArrowUp')
  await expect(create.prompt).toHaveValue('an owl at dusk')
  await create.prompt.press('Alt+ArrowUp')
  await expect(create.prompt).toHaveValue('a fox in snow')
  await create.prompt.press('Alt+ArrowUp')
  await expect(create.prompt).toHaveValue('a fox in snow')
  await create.prompt.press('Alt+ArrowDown')
  await create.prompt.press('Alt+ArrowDown')
  await expect(create.prompt).toHaveValue('something new')

  await create.prompt.press('Alt+Shift+ArrowUp')
  const list = window.getByRole('dialog', { name: 'Earlier prompts' })
  await expect(list.getByRole('option')).toHaveCount(2)
  expect(await findAccessibilityViolations(window)).toEqual([])
  await list.getByRole('combobox', { name: 'Search earlier prompts' }).fill('sno')
  await expect(list.getByRole('option')).toHaveText([/a fox in snow/])
  await window.keyboard.press('Enter')
  await expect(create.prompt).toHaveValue('a fox in snow')
  await expect(create.prompt).toBeFocused()
  await create.prompt.press('Alt+ArrowUp')
  await expect(create.prompt).toHaveValue('something new')
})

// Catches: a preset that loses parameters, an import that duplicates presets, and a deletion that can't be undone.
test('a preset is saved with an image, applied, renamed, shared as a file and restored', async ({
  window,
}, testInfo) => {
  const create = new CreatePage(window)
  await create.fillField(create.steps, '3')
  await create.generateImage('a fox in snow')
  const open = () => window.getByRole('button', { name: 'Presets' }).click()
  const dialog = window.getByRole('dialog', { name: 'Presets', exact: true })
  await open()
  expect(await findAccessibilityViolations(window)).toEqual([])
  await dialog.getByRole('button', { name: 'New preset…' }).click()
  const form = window.getByRole('dialog', { name: 'Save as preset' })
  await expect(form.getByRole('switch', { name: 'Image of the current result' })).toBeChecked()
  await form.getByRole('textbox', { name: 'Name' }).fill('Snow')
  expect(await findAccessibilityViolations(window)).toEqual([])
  await form.getByRole('button', { name: 'Save preset' }).click()
  await expect(dialog.getByRole('button', { name: /^Snow/ }).locator('img')).toBeVisible()

  const download = window.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export all' }).click()
  const file = testInfo.outputPath('presets.json')
  await (await download).saveAs(file)
  const saved: { presets: { name: string; values: object }[] } = JSON.parse(readFileSync(file, 'utf8'))
  expect(saved.presets).toMatchObject([{ name: 'Snow', values: { prompt: 'a fox in snow', steps: 3 } }])

  await dialog.getByRole('button', { name: 'Actions for Snow' }).click()
  await window.getByRole('menuitem', { name: 'Rename…' }).click()
  const rename = window.getByRole('dialog', { name: 'Rename preset' })
  await rename.getByRole('textbox', { name: 'Name' }).fill('Winter')
  await rename.getByRole('button', { name: 'Rename preset' }).click()
  await expect(dialog.getByRole('button', { name: /^Winter/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Actions for Winter' }).click()
  await window.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(dialog.getByText('No presets yet')).toBeVisible()
  await window.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByRole('button', { name: /^Winter/ })).toBeVisible()

  // With a model that this service doesn't have.
  const [preset] = saved.presets
  const foreign = {
    ...preset,
    name: 'Foreign',
    model: { slug: 'gone', name: 'Gone Model' },
    service: 'other.example',
  }
  writeFileSync(file, JSON.stringify({ ...saved, presets: [preset, foreign] }))
  await dialog.locator('input[type=file]').setInputFiles(file)
  await expect(window.getByText('Added 1 preset. 1 already existed.')).toBeVisible()
  writeFileSync(file, '{"presets": 1}')
  await dialog.locator('input[type=file]').setInputFiles(file)
  await expect(window.getByText(/This file has no presets that Easel can read/)).toBeVisible()

  await dialog.getByRole('button', { name: 'Close' }).click()
  await create.prompt.fill('something else')
  await create.fillField(create.steps, '4')
  await open()
  await dialog.getByRole('button', { name: /^Foreign/ }).click()
  await expect(window.getByText(/Gone Model of other.example isn’t listed here/)).toBeVisible()
  await expect(create.prompt).toHaveValue('a fox in snow')
  await expect(create.steps).toHaveValue('3')
  await window.getByRole('button', { name: 'Undo' }).last().click()
  await expect(create.prompt).toHaveValue('something else')
  await expect(create.steps).toHaveValue('4')
})

// Catches: a list without prices or results, and a favorite that doesn't come first or is forgotten.
test('the list of models shows prices, the last result and favorites first', async ({ window, studio }) => {
  const create = new CreatePage(window)
  await create.generateImage('a fox in snow')
  const options = window.getByRole('listbox').getByRole('option')
  await create.model.click()
  await expect(options.filter({ hasText: 'Aurora Turbo' }).locator('img')).toBeVisible()
  await expect(options.filter({ hasText: /\$0\.\d/ }).nth(2)).toBeVisible()
  const last = await options.last().locator('[class*=name]').innerText()
  expect(await findAccessibilityViolations(window)).toEqual([])
  await window.keyboard.press('Escape')
  await create.chooseModel(last)
  await window.getByRole('button', { name: `Favorite: ${last}` }).click()
  await expect(window.getByRole('button', { name: `Favorite: ${last}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect.poll(() => readSetting(studio.dataFolder, 'favoriteModels')).not.toBe('[]')
  await window.reload()
  await create.model.click()
  await expect(window.getByText('Favorites', { exact: true })).toBeVisible()
  await expect(options.first()).toContainText(last)
})
