import { makeInputs } from '../../fixtures/makeInputs.ts'
import { expect, test } from '../../fixtures/test.ts'
import { TaskForm } from '../../pages/TaskForm.ts'

test.use({ speed: 60 })

// Catches: a detected input that is sent to the wrong transcription task, at another price, or doesn't come back in its form.
test('a file is transcribed by the task for its kind, at the price shown', async ({ window, service }) => {
  const inputs = await makeInputs(test.info().outputPath('inputs'))
  const form = new TaskForm(window)
  const input = form.panel.getByRole('combobox', { name: 'Input' })
  await form.chooseTask('Transcribe')
  await input.selectOption({ label: 'Detect from the file or URL' })
  await form.chooseFiles('File', inputs.video)
  const price = await form.readPrice()
  await form.run()
  expect(service.ledger().map((job) => job.price)).toEqual([Number(price.slice(1))])

  await window.getByRole('button', { name: 'Reuse all' }).click()
  await expect(input.locator('option:checked')).toHaveText('Video file')
  await expect(form.fileField('Video').getByRole('listitem')).toContainText('River.mp4')
  expect(await form.readPrice()).toBe(price)
})
