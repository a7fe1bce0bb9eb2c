import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { expect, test } from '../../fixtures/test.ts'
import { TaskForm } from '../../pages/TaskForm.ts'

const SHORT_TEXT = 'The ferry leaves at half past six, so bring a warm coat.'
const LONG_TEXT = 'The wind is fresh out on the water, and the boats lie still at the quay. '.repeat(4).trim()

for (const flavour of ['spec', 'live'] as const) {
  test.describe(`against the ${flavour} flavour of the service`, () => {
    test.use({ flavour, speed: 60 })

    // Catches: earlier speech that can't be found or played, a sample that is too long and only rejected by the service, a transcript of
    // another sample, and a form without the field for it.
    test(`earlier speech becomes a voice sample with its transcript, ${flavour}`, async ({
      window,
      service,
    }) => {
      const form = new TaskForm(window)
      await form.chooseTask('Text to speech')
      await form.chooseModel('Sparrow Voice')
      for (const text of [SHORT_TEXT, LONG_TEXT]) {
        await form.fillFields({ Text: text })
        await form.run()
      }

      await form.chooseModel('Echo Double')
      await form.fillFields({ Text: 'The same voice says something else.' })
      await form.panel.getByRole('button', { name: 'Choose from the gallery for Voice recording' }).click()
      const picker = window.getByRole('dialog', { name: 'From the gallery' })
      const long = picker.getByRole('button', {
        name: /^The wind is fresh.*Too long: the field takes 3–10 s$/,
      })
      await expect(long).toHaveAttribute('aria-disabled', 'true')
      await picker.getByRole('button', { name: 'Play The ferry' }).click()
      await expect(picker.getByRole('button', { name: 'Pause The ferry' })).toBeVisible()
      expect(await findAccessibilityViolations(window)).toEqual([])
      await picker.getByRole('searchbox', { name: 'Search prompts, texts and names' }).fill('quay')
      await expect(picker.getByRole('button', { name: /^The ferry/ })).toHaveCount(0)
      await picker.getByRole('searchbox', { name: 'Search prompts, texts and names' }).fill('')
      await picker.getByRole('button', { name: /^Only MP3/ }).click()
      await expect(long).toHaveCount(0)
      await picker.getByRole('button', { name: /^The ferry.*Sparrow Voice/ }).click()

      const transcript = form.textbox('Transcript of the recording')
      await expect(transcript).toHaveValue(SHORT_TEXT)
      await form.run()
      const [, , cloned] = service.ledger()
      expect(cloned?.body).toMatchObject({ mode: 'voice_clone', ref_text: SHORT_TEXT })

      await form.panel.getByRole('button', { name: /^Remove The ferry/ }).click()
      await expect(transcript).toHaveValue('')

      // "Use in…" on the other speech changes to a model that imitates voices.
      await form.chooseModel('Sparrow Voice')
      await expect(transcript).toHaveCount(0)
      await form.cards('Saved').last().click()
      await form.stage.getByRole('button', { name: 'Use in…' }).click()
      await window.getByRole('menuitem', { name: 'Text to speech' }).click()
      await expect(form.model).toContainText('Echo Double')
      await expect(form.fileField('Voice recording').getByRole('listitem')).toContainText('The ferry')
      await expect(transcript).toHaveValue(SHORT_TEXT)
      await form.waitForPrice()
    })
  })
}
