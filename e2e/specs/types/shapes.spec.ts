import { sha256, resultFiles } from '../../fixtures/resultFiles.ts'
import { accessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
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
  host,
}) => {
  const form = new TaskForm(window)
  await form.chooseLightest(await service.models())
  await form.type({ Prompt: 'A ferry leaving at dusk', Width: '256', Height: '256' })
  service.fault('garbage-result')
  await form.run()
  const served = await service.served(service.ledger()[0]?.requestId ?? '')
  const kept = resultFiles(studio.dataFolder).map((file) => file.sha256)
  for (const bytes of served) expect(kept).toContain(sha256(bytes))
  await new Shell(window).goTo('Gallery')
  const viewer = await new GalleryPage(window).open('')
  await expect(viewer.getByText('Saved as received')).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Use in…' })).toHaveCount(0)
  expect(await accessibilityViolations(window, host, 'dialog')).toEqual([])
})

// Catches: silence treated as a failure, or an empty screen for an empty transcript.
test('an empty transcript is shown as a result', async ({ window, service, host }) => {
  const form = new TaskForm(window)
  await form.chooseTask('Audio URL to text')
  await form.chooseLightest(await service.models())
  await form.type({ URL: 'https://x.com/i/spaces/1a2b3c' })
  service.fault('empty-result')
  await form.run()
  await new Shell(window).goTo('Gallery')
  const viewer = await new GalleryPage(window).open('')
  await expect(viewer.getByText('No speech found')).toBeVisible()
  expect(await accessibilityViolations(window, host, 'dialog')).toEqual([])
})
