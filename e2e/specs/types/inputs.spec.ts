import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dropOrPaste } from '../../fixtures/dropFile.ts'
import { makeInputs } from '../../fixtures/makeInputs.ts'
import { expect, test } from '../../fixtures/test.ts'
import { TaskForm } from '../../pages/TaskForm.ts'

test.use({ speed: 60 })

// Catches: a drop or paste that is ignored, adds the wrong file, or reaches the wrong field.
test('a file can be dropped, pasted or chosen', async ({ window, service }) => {
  const inputs = await makeInputs(test.info().outputPath('inputs'))
  const form = new TaskForm(window)
  await form.chooseTask('Image to video')
  await form.chooseFastestModel(await service.fetchModels())
  await dropOrPaste('drop', form.fileField('Last frame'), inputs.otherImage)
  await expect(form.fileField('Last frame').getByRole('listitem')).toContainText('Reeds.png')
  await expect(form.fileField('First frame').getByRole('listitem')).toHaveCount(0)
  await dropOrPaste('paste', window.locator('body'), inputs.image)
  await expect(form.fileField('First frame').getByRole('listitem')).toContainText('Harbour.png')
  await form.fillFields({ Prompt: 'From one to the other', Width: '256', Height: '256', Frames: '12' })
  await form.run()
  expect(service.ledger()).toHaveLength(1)
})

// Catches: a file that is rejected only after a charge, or a rejection that loses the draft.
test('an invalid file is rejected at its field with a reason before anything is sent', async ({
  window,
  service,
}) => {
  const folder = test.info().outputPath('inputs')
  const inputs = await makeInputs(folder)
  const make = (name: string, bytes: Uint8Array): string => {
    writeFileSync(join(folder, name), bytes)
    return join(folder, name)
  }
  const renamed = join(folder, 'Renamed.png')
  copyFileSync(inputs.audio, renamed)
  const invalidFiles: [path: string, message: string][] = [
    [inputs.video, '“River.mp4” is a video (MP4). This field takes'],
    [renamed, '“Renamed.png” is an audio file (MP3). This field takes'],
    [make('Nothing.png', Buffer.alloc(0)), '“Nothing.png” is empty.'],
    [make('Notes.png', Buffer.from('only words')), 'is a text file'],
    [make('Huge.png', Buffer.alloc(11 * 2 ** 20)), 'This field takes up to 10 MB'],
  ]
  const form = new TaskForm(window)
  await form.chooseTask('Image to image')
  await form.fillFields({ Prompt: 'The prompt stays' })
  for (const [path, message] of invalidFiles) {
    await form.chooseFiles('Image', path)
    await expect(form.errorMessage(message)).toBeVisible()
    await expect(form.fileField('Image').getByRole('listitem')).toHaveCount(0)
    await expect(form.generate).toHaveAttribute('aria-disabled', 'true')
  }
  await expect(form.prompt).toHaveValue('The prompt stays')
  await form.chooseFiles('Image', inputs.image)
  await expect(form.fileField('Image').getByRole('listitem')).toContainText('Harbour.png')
  await expect(form.errorMessage('This field takes')).toHaveCount(0)
  await form.waitForPrice()
  expect(service.requestCount('submit')).toBe(0)
})

test.describe('with a deleted input file', () => {
  test.use({ deletesFiles: true })

  // Catches: a charge for a job whose file is missing.
  test('a file deleted after it was chosen is reported before anything is sent', async ({
    window,
    service,
    studio,
  }) => {
    const inputs = await makeInputs(test.info().outputPath('inputs'))
    const form = new TaskForm(window)
    const read = { task: 'Image to text (OCR)', viewer: 'ocr', files: { Image: 'image' } } as const
    await form.prepare(read, inputs, await service.fetchModels())
    await form.readPrice()
    const kept = join(studio.dataFolder, 'inputs')
    for (const entry of readdirSync(kept, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) rmSync(join(entry.parentPath, entry.name))
    await form.generate.click()
    await expect(form.errorMessage(/is missing/).first()).toBeVisible()
    expect(service.requestCount('submit')).toBe(0)
    await expect(form.fileField('Image').getByRole('listitem')).toContainText('Harbour.png')
  })
})
