import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { TaskForm } from '../../pages/TaskForm.ts'

// Catches: a model's fields guessed from another model: absent ones shown, fixed ones editable.
test('the form changes with the model', async ({ window }) => {
  const create = new CreatePage(window)
  await create.chooseModel('Meridian XL')
  await expect(create.negativePrompt).toBeVisible()
  await expect(window.getByText('LoRAs').first()).toBeVisible()
  await create.chooseModel('Juniper Anime')
  await expect(window.getByText(/Fixed at 8/)).toBeVisible()
  await expect(window.getByLabel('Guidance')).toHaveCount(0)
  await create.chooseModel('Plain Pigment')
  await create.prompt.fill('a model that says nothing about itself')
  await create.waitForPrice()
})

// Catches: a prompt lost by switching the model.
test('changing the model keeps the prompt and lists reset values', async ({ window }) => {
  const create = new CreatePage(window)
  await create.chooseModel('Meridian XL')
  await create.prompt.fill('kept across the change')
  await create.fillField(create.steps, '45')
  await create.chooseModel('Cinder One')
  await expect(create.prompt).toHaveValue('kept across the change')
  await expect(window.getByText(/Steps/).filter({ hasText: /45/ }).first()).toBeVisible()
})

// Catches: a list truncated after the first page, and a search by slugs only.
test('all models are listed and can be searched by name', async ({ window }) => {
  const create = new CreatePage(window)
  await create.model.click()
  await window.getByLabel('Search models').fill('portrait')
  const options = window.getByRole('listbox').getByRole('option')
  await expect(options).toHaveCount(1)
  await expect(options).toContainText('Saffron Portrait')
})

// Catches: a start that needs the network although the list was read before.
test('the list is available immediately after a restart, without the service', async ({
  studio,
  service,
}) => {
  const first = new CreatePage(await studio.open())
  await first.prompt.fill('offline')
  await first.waitForPrice()
  await studio.close()
  service.setFaults('503')
  const create = new CreatePage(await studio.open())
  await create.model.click()
  await expect(create.page.getByRole('option', { name: 'Meridian XL' })).toBeVisible()
})

// Catches: a used model that disappears without a word, and a note that returns after it was read.
test('a used model that is no longer offered is reported once', async ({ window, service }) => {
  const create = new CreatePage(window)
  await create.chooseModel('Cinder One')
  await create.generateImage('made before the model was withdrawn')
  const gone = (await service.fetchModels()).find(({ name }) => name === 'Cinder One')
  service.hideModels([gone?.slug ?? ''])
  await new TaskForm(window).refreshModels()
  const note = window.getByRole('status').filter({ hasText: 'Models changed' })
  await expect(note).toContainText('1 you used is no longer offered')
  await note.getByRole('button', { name: 'Show changes' }).click()
  const dialog = window.getByRole('dialog', { name: 'Model changes' })
  await expect(dialog.getByRole('region', { name: 'No longer offered' })).toContainText('Cinder One')
  await dialog.getByRole('button', { name: 'Got it' }).click()
  await expect(note).toHaveCount(0)
  await window.reload()
  // The notes of the start are loaded together with what sets the title.
  await expect(window).toHaveTitle(/ · Easel$/)
  await create.waitForPrice()
  await expect(note).toHaveCount(0)
})
