import { sha256, readResultFiles } from '../../fixtures/resultFiles.ts'
import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { expect, test } from '../../fixtures/test.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'
import { TaskForm } from '../../pages/TaskForm.ts'

test.use({ speed: 60 })

// Catches: paid results that are discarded or shown as a broken image because no viewer supports them.
test('results of an unknown format are saved as received, with a note', async ({
  window,
  service,
  studio,
}) => {
  const form = new TaskForm(window)
  await form.chooseFastestModel(await service.fetchModels())
  await form.fillFields({ Prompt: 'A ferry leaving at dusk', Width: '256', Height: '256' })
  service.setFaults('garbage-result')
  await form.run()
  const served = await service.fetchResults(service.ledger()[0]?.requestId ?? '')
  const kept = readResultFiles(studio.dataFolder).map((file) => file.sha256)
  for (const bytes of served) expect(kept).toContain(sha256(bytes))
  await new Shell(window).goTo('Gallery')
  const viewer = await new GalleryPage(window).open('')
  await expect(viewer.getByText('Saved as received')).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Use in…' })).toHaveCount(0)
  expect(await findAccessibilityViolations(window, 'dialog')).toEqual([])
})

// Catches: silence treated as a failure, or an empty screen for an empty transcript.
test('an empty transcript is shown as a result', async ({ window, service }) => {
  const form = new TaskForm(window)
  await form.chooseTask('Audio URL to text')
  await form.chooseFastestModel(await service.fetchModels())
  await form.fillFields({ URL: 'https://x.com/i/spaces/1a2b3c' })
  service.setFaults('empty-result')
  await form.run()
  await new Shell(window).goTo('Gallery')
  const viewer = await new GalleryPage(window).open('')
  await expect(viewer.getByText('No speech found')).toBeVisible()
  expect(await findAccessibilityViolations(window, 'dialog')).toEqual([])
})
