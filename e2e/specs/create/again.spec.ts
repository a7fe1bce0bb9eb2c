import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'

// Catches: a choice without its price, one that runs twice, and one that changes more than it says.
test('a result is run again with a new seed, another model and another size, each once at its price', async ({
  window,
  service,
}) => {
  const create = new CreatePage(window)
  await create.generateImage('a pear on a table')
  await create.stage.getByRole('button', { name: 'Vary…' }).click()
  const dialog = window.getByRole('dialog', { name: 'Vary…' })
  const run = (choice: string) =>
    dialog.getByRole('button', { name: new RegExp(`^Generate · \\$[\\d.,]+.*: ${choice}`) })
  await expect(run('New random seed')).toBeVisible()
  expect(await findAccessibilityViolations(window)).toEqual([])
  await run('New random seed').dblclick()
  await expect(dialog.getByText('Added')).toBeVisible()

  await dialog.getByRole('radio', { name: 'Model' }).click({ force: true })
  await run('Meridian XL').click()
  await expect(dialog.getByText('Added')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Size' }).click({ force: true })
  const size = dialog
    .getByRole('listitem')
    .filter({ has: window.getByRole('button', { name: /\$/ }) })
    .first()
  const [, width] = /(\d+) × (\d+)/.exec(await size.innerText()) ?? []
  await size.getByRole('button').click()
  await expect(dialog.getByText('Added')).toBeVisible()
  await window.keyboard.press('Escape')

  await expect(create.cards('Saved')).toHaveCount(4, { timeout: 60_000 })
  expect(service.ledger()).toHaveLength(4)
  expect(width).toBeDefined()
})

// Catches: a result that can't be upscaled or animated from where it is shown.
test('V offers to enhance a result and to make a video of it, each with its price or the reason why not', async ({
  window,
}) => {
  const create = new CreatePage(window)
  await create.generateImage('a paper boat')
  await create.generate.focus()
  await window.keyboard.press('v')
  const dialog = window.getByRole('dialog', { name: 'Vary…' })
  for (const way of ['Enhance', 'Video']) {
    await dialog.getByRole('radio', { name: way }).click({ force: true })
    const rows = dialog.getByRole('listitem')
    await expect(rows.first()).toBeVisible()
    for (const row of await rows.all())
      await expect(row.getByRole('button', { name: /\$|Open in form/ })).toBeVisible({ timeout: 30_000 })
  }
})
