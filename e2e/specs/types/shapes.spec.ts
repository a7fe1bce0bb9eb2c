import { sha256, resultFiles } from '../../fixtures/resultFiles.ts'
import { barriers } from '../../fixtures/barriers.ts'
import { expect, test } from '../../fixtures/test.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'
import { TaskForm } from '../../pages/TaskForm.ts'

test.use({ speed: 60 })

// Catches: paid bytes thrown away because nothing can show them, or shown as a broken image without a word.
test('bytes that nobody knows are kept as they came, and said to be so', async ({
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
  expect(await barriers(window, host, 'dialog')).toEqual([])
})

// Catches: silence taken for a failure, or a blank screen for a result that has no word.
test('a transcript without a word is a result, and says so', async ({ window, service, host }) => {
  const form = new TaskForm(window)
  await form.chooseTask('Audio URL to text')
  await form.chooseLightest(await service.models())
  await form.type({ URL: 'https://x.com/i/spaces/1a2b3c' })
  service.fault('empty-result')
  await form.run()
  await new Shell(window).goTo('Gallery')
  const viewer = await new GalleryPage(window).open('')
  await expect(viewer.getByText('No speech found')).toBeVisible()
  expect(await barriers(window, host, 'dialog')).toEqual([])
})
