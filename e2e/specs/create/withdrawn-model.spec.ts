import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'

// Catches: a message that points at marked fields when nothing is marked, and a list that still offers the model.
test('a model that the service withdrew is named and marked in the form, and the list is refreshed', async ({
  window,
  service,
}) => {
  const create = new CreatePage(window)
  await create.chooseModel('Cinder One')
  await create.prompt.fill('made after the model was withdrawn')
  await create.waitForPrice()
  const gone = (await service.fetchModels()).find(({ name }) => name === 'Cinder One')
  service.hideModels([gone?.slug ?? ''])
  await create.generate.click()
  const text = 'Cinder One is no longer offered. Choose another model.'
  await expect(create.model).toHaveAccessibleDescription(text)
  await expect(create.model).toHaveAttribute('aria-invalid', 'true')
  await expect(window.getByText(/marked fields/)).toHaveCount(0)
  await create.model.click()
  await expect(window.getByRole('option', { name: /^Cinder One/ })).toContainText('No longer listed')
  await window.keyboard.press('Escape')
  expect(service.ledger()).toHaveLength(0)

  await create.chooseModel('Aurora Turbo')
  await expect(create.model).not.toHaveAttribute('aria-invalid')
  await expect(create.prompt).toHaveValue('made after the model was withdrawn')
  await create.waitForPrice()
})
