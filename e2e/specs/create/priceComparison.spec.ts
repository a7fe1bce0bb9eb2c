import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'

// Catches: price requests without a click, more than announced, and a choice that does not reach the form.
test('prices are requested on a click, as many as announced, and one is applied to the form', async ({
  window,
  service,
}) => {
  const create = new CreatePage(window)
  await create.chooseModel('Meridian XL')
  await create.prompt.fill('reeds and a jetty')
  await create.readPrice()
  const before = service.requestCount('price')
  await window.getByRole('button', { name: 'Prices…' }).click()
  const dialog = window.getByRole('dialog', { name: 'Compare prices' })
  // Initially one price for each selected model. All may be known already, because the list of models requests prices while it is open.
  const announced = dialog.getByRole('status').first()
  await expect(announced).toHaveText(/^\d+ prices, (\d+ to check|all known)$/)
  const chips = dialog.getByRole('group', { name: 'Models' }).getByRole('button', { pressed: true })
  await expect(announced).toHaveText(new RegExp(`^${await chips.count()} prices`))

  await dialog.getByRole('combobox', { name: 'Compare by' }).selectOption('Steps')
  await dialog.getByRole('textbox', { name: 'Values' }).fill('10, 20, 30')
  for (const model of ['Aurora Turbo', 'Cinder One', 'Violet Hour'])
    await dialog.getByRole('button', { name: model, exact: true }).click()
  await expect(chips).toHaveText(['Meridian XL', 'Violet Hour'])
  const status = dialog.getByRole('status').first()
  await expect(status).toHaveText(/^6 prices, \d to check/)
  expect(service.requestCount('price')).toBe(before)
  const stated = Number(/(\d+) to check/.exec((await status.textContent()) ?? '')?.[1])
  await dialog.getByRole('button', { name: /^Check/ }).click()
  await expect(status).toHaveText(/all known/)
  expect(service.requestCount('price') - before).toBe(stated)
  expect(await findAccessibilityViolations(window)).toEqual([])

  // Violet Hour allows at most ten steps; impossible values show a reason instead of a price.
  await expect(dialog.getByRole('cell', { name: /Not possible/ })).toHaveCount(2)
  const price = dialog.getByRole('row', { name: /^Violet Hour/ }).getByRole('button')
  const shownPrice = (await price.textContent()) ?? ''
  await price.click()
  await expect(price).toHaveAttribute('aria-pressed', 'true')
  await dialog.getByRole('button', { name: 'Use these values' }).click()
  await expect(create.model).toContainText('Violet Hour')
  await expect(create.steps).toHaveValue('10')
  await expect(create.prompt).toHaveValue('reeds and a jetty')
  expect(await create.readPrice()).toBe(shownPrice)
})
