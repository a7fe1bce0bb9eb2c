import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../../fixtures/test.ts'
import { TaskForm } from '../../pages/TaskForm.ts'

test.use({ speed: 60 })

// Catches: a blocked microphone, a recording the service can't read, or one that is too short.
test('a voice recorded with the microphone is played back, saved as MP3, and used for speech', async ({
  window,
  service,
  studio,
}) => {
  const form = new TaskForm(window)
  await form.chooseTask('Text to speech')
  await form.chooseModel('Echo Double')
  await form.fillFields({ Text: 'The tide is out, and the boats lie still.' })
  await form.panel.getByRole('button', { name: 'Record', exact: true }).click()
  const dialog = window.getByRole('dialog', { name: 'Record a voice' })

  // Shorter than the model's minimum: shown and not usable.
  await dialog.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(dialog.getByRole('status')).toHaveText('Recording')
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(dialog.getByRole('status')).toContainText('Too short')
  await expect(dialog.getByRole('button', { name: 'Use recording' })).toBeDisabled()

  await dialog.getByRole('button', { name: 'Record again' }).click()
  const loudness = dialog.getByRole('meter', { name: 'Volume level' })
  let loudest = 0
  const time = async (): Promise<string> => {
    loudest = Math.max(loudest, Number(await loudness.getAttribute('aria-valuenow')))
    return dialog.getByText(/^\d:\d\d/).innerText()
  }
  await expect.poll(time, { intervals: [100] }).toMatch(/^0:0[4-9]/)
  expect(loudest).toBeGreaterThan(0)
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await expect(dialog.getByRole('status')).toHaveText(/^Recorded [\d.]+ s$/)
  await dialog.getByRole('button', { name: 'Play recording' }).click()
  await dialog.getByRole('button', { name: 'Use recording' }).click()

  const card = form.fileField('Voice recording').getByRole('listitem')
  await expect(card).toContainText(/Recording .*\.mp3/)
  await expect(card).toContainText('MP3')
  await form.run()
  expect(service.ledger()).toHaveLength(1)
  const kept = readdirSync(join(studio.dataFolder, 'inputs'), { recursive: true, withFileTypes: true })
  const [recording] = kept.filter((entry) => entry.isFile())
  expect(recording?.name).toMatch(/\.mp3$/)
  expect(readFileSync(join(recording?.parentPath ?? '', recording?.name ?? '')).length).toBeGreaterThan(
    30_000,
  )
})
