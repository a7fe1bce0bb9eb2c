import { rmSync, writeFileSync } from 'node:fs'
import { dropFromDisk } from '../../fixtures/dropFile.ts'
import { makeInputs } from '../../fixtures/makeInputs.ts'
import { expect, test } from '../../fixtures/test.ts'
import { generateSpeech } from '../../../src-main/sandbox/media/audio/generateSpeech.ts'
import { writeMp3 } from '../../../src-main/sandbox/media/audio/audioCodec.ts'
import { TaskForm } from '../../pages/TaskForm.ts'

test.use({ speed: 60 })

// Catches: an audio file of invalid length that the form accepts.
test('an audio file longer than the model’s limit is rejected at its field with both lengths', async ({
  window,
  service,
}) => {
  const inputs = await makeInputs(test.info().outputPath('inputs'))
  const long = test.info().outputPath('inputs', 'Long tale.mp3')
  const story = 'And then the fox went on along the river, humming softly, until the night was over. '.repeat(
    4,
  )
  const audio = await generateSpeech({
    text: story,
    voiceTraits: 'a calm voice',
    speed: 1,
    sampleRate: 24_000,
  })
  writeFileSync(long, await writeMp3(audio))
  const form = new TaskForm(window)
  await form.chooseTask('Audio to video')
  await form.chooseModel('Driftreel Sound')
  await form.fillFields({ Prompt: 'The words stay' })
  await form.chooseFiles('Audio', long)
  await expect(form.errorMessage(/“Long tale\.mp3” is .* long \(at most 11/).first()).toBeVisible()
  await expect(form.generate).toHaveAttribute('aria-disabled', 'true')
  await expect(form.textbox('Prompt')).toHaveValue('The words stay')
  await form.panel.getByRole('button', { name: 'Remove Long tale.mp3' }).click()
  await form.chooseFiles('Audio', inputs.audio)
  await expect(form.fileField('Audio').getByRole('listitem')).toContainText('Fox.mp3')
  await expect(form.errorMessage(/ long \(at most/)).toHaveCount(0)
  await form.waitForPrice()
  expect(service.requestCount('submit')).toBe(0)
})

// Catches: an endless spinner, or an empty file, if the original is deleted during the import.
test('a file deleted between choosing and reading shows an error at its field', async ({
  window,
  service,
}) => {
  const inputs = await makeInputs(test.info().outputPath('inputs'))
  const form = new TaskForm(window)
  await form.chooseTask('Image to image')
  await form.fillFields({ Prompt: 'The words stay' })
  await dropFromDisk(form.fileField('Image'), inputs.image, () => rmSync(inputs.image))
  await expect(form.errorMessage(/^Easel can’t read “Harbour\.png”/)).toBeVisible()
  await expect(form.fileField('Image').getByRole('listitem')).toHaveCount(0)
  await expect(form.textbox('Prompt')).toHaveValue('The words stay')
  await dropFromDisk(form.fileField('Image'), inputs.otherImage)
  await expect(form.fileField('Image').getByRole('listitem')).toContainText('Reeds.png')
  expect(service.requestCount('submit')).toBe(0)
})

// Catches: an invalid URL that is only detected by a job instead of the form or the price check.
test('an invalid URL shows an error at its field, by the form, the price check or the job', async ({
  window,
  service,
}) => {
  const form = new TaskForm(window)
  await form.chooseTask('Video URL to text')
  const address = form.textbox('URL')
  const before = service.requestCount('price')
  await form.fillField(address, 'www.example.com/watch')
  await expect(form.errorMessage('Not a valid URL').first()).toBeVisible()
  await expect(form.generate).toHaveAttribute('aria-disabled', 'true')
  expect(service.requestCount('price')).toBe(before)

  await form.fillField(address, 'https://www.tiktok.com/@someone/video/1')
  await expect(address).toHaveAccessibleDescription(/platform is not supported by the selected model/)
  await expect(form.generate).toHaveAccessibleName(/price unavailable/i)
  expect(service.requestCount('submit')).toBe(0)

  await form.fillField(address, 'https://www.youtube.com/watch?v=private')
  await form.readPrice()
  await expect(address).not.toHaveAttribute('aria-invalid', 'true')
  await form.generate.click()
  await expect(form.cards('Failed')).toBeVisible({ timeout: 30_000 })
  await expect(address).toHaveValue('https://www.youtube.com/watch?v=private')
})

// Catches: a draft that silently loses values, or is sent with unsupported ones.
test('a feature that the model no longer supports is reported, and the rest of the draft is kept', async ({
  window,
  service,
}) => {
  const inputs = await makeInputs(test.info().outputPath('inputs'))
  const form = new TaskForm(window)
  await form.chooseTask('Image to video')
  await form.chooseModel('Flipbook')
  await form.chooseFiles('First frame', inputs.image)
  await form.chooseFiles('Last frame', inputs.otherImage)
  await form.fillFields({ Prompt: 'From one to the other' })
  await form.readPrice()
  service.changeModel('flipbook', { features: { supports_last_frame: false }, limits: { max_frames: 16 } })
  await form.refreshModels()
  const note = form.panel.getByRole('status').filter({ hasText: 'Adjusted for Flipbook' })
  await expect(note).toContainText('Last frame')
  await expect(form.fileField('Last frame')).toHaveCount(0)
  await expect(form.fileField('First frame').getByRole('listitem')).toContainText('Harbour.png')
  await expect(form.textbox('Prompt')).toHaveValue('From one to the other')
  await form.run()
  expect(service.requestCount('submit')).toBe(1)
  expect(service.ledger()).toHaveLength(1)
})

// Catches: rejections in other formats that cause a crash or show nothing.
test('rejections of every format are shown, at their field if they name one, and the draft is kept', async ({
  window,
  service,
}) => {
  const form = new TaskForm(window)
  await form.fillFields({ Prompt: 'It stays' })
  const rejections: [fault: string, at: 'field' | 'card', message: RegExp][] = [
    ['422=object', 'field', /The prompt field is not allowed/],
    ['422=array', 'field', /The prompt field is not allowed/],
    ['422=missing', 'card', /The prompt field is not allowed/],
    ['422=balance', 'card', /balance at the service is too low/],
  ]
  for (const [fault, at, message] of rejections) {
    await form.fillFields({ Prompt: `It stays ${fault}` })
    service.setFaults(fault)
    await form.readPrice()
    await form.generate.click()
    if (at === 'field') await expect(form.prompt).toHaveAccessibleDescription(message, { timeout: 15_000 })
    else await expect(window.getByText(message).first()).toBeVisible({ timeout: 15_000 })
    await expect(form.prompt).toHaveValue(`It stays ${fault}`)
  }
  expect(service.ledger()).toHaveLength(0)
})

// Catches: a withdrawn model that is only reported by a rejection.
test('a withdrawn model is reported before anything is sent, and the draft can be used with another one', async ({
  window,
  service,
}) => {
  const form = new TaskForm(window)
  await form.chooseModel('Meridian XL')
  await form.fillFields({ Prompt: 'It stays' })
  await form.readPrice()
  const gone = (await service.fetchModels()).find(({ name }) => name === 'Meridian XL')
  service.hideModels([gone?.slug ?? ''])
  await form.refreshModels()
  await expect(form.generate).toHaveAttribute('aria-disabled', 'true')
  await expect(form.panel.getByText(/no longer offered/).first()).toBeVisible()
  await expect(form.textbox('Prompt')).toHaveValue('It stays')
  await form.chooseModel('Cinder One')
  await expect(form.textbox('Prompt')).toHaveValue('It stays')
  await form.readPrice()
  expect(service.requestCount('submit')).toBe(0)
})
