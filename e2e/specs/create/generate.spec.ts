import { readResultFiles, sha256 } from '../../fixtures/resultFiles.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { QueuePage } from '../../pages/QueuePage.ts'
import { Shell } from '../../pages/Shell.ts'

// Catches: bytes changed, truncated or re-encoded on the way from the service to disk, and a price on the button
// that differs from the charged price.
test('an image is saved byte for byte and charged as shown', async ({ window, service, studio }) => {
  const create = new CreatePage(window)
  await create.prompt.fill('a lighthouse in fog')
  const shown = await create.readPrice()
  await create.generate.click()
  await expect(create.cards('Saved')).toHaveCount(1, { timeout: 30_000 })

  const [job] = service.ledger()
  if (!job) throw new Error('The service has no job')
  expect(service.ledger()).toHaveLength(1)
  expect(Number(shown.slice(1))).toBe(job.price)
  const served = await service.fetchResultFiles(job.requestId)
  const kept = readResultFiles(studio.dataFolder).map((file) => file.sha256)
  for (const bytes of Object.values(served)) expect(kept).toContain(sha256(bytes))
  expect(Object.keys(served)).toContain('png')
})

// Catches: a double click that is charged twice.
test('a double click on Generate is charged once', async ({ window, service }) => {
  const create = new CreatePage(window)
  await create.prompt.fill('two clicks, one image')
  await create.waitForPrice()
  await create.generate.dblclick()
  await expect(create.cards('Saved')).toHaveCount(1, { timeout: 30_000 })
  expect(service.ledger()).toHaveLength(1)
  expect(service.requestCount('submit')).toBe(1)
})

// Catches: a missing shortcut, or one that works only while the button has the focus.
test('Ctrl+Enter in the prompt generates', async ({ window, service }) => {
  const create = new CreatePage(window)
  await create.prompt.fill('made by the keyboard')
  await create.waitForPrice()
  await create.prompt.press('ControlOrMeta+Enter')
  await expect(create.cards('Saved')).toHaveCount(1, { timeout: 30_000 })
  expect(service.ledger()).toHaveLength(1)
})

// Catches: jobs that overwrite each other's card or file.
test('several jobs are sent one after another and each is saved', async ({ window, service, studio }) => {
  const create = new CreatePage(window)
  for (const prompt of ['first of three', 'second of three', 'third of three']) {
    await create.prompt.fill(prompt)
    await create.waitForPrice()
    await create.generate.click()
  }
  await expect.poll(() => service.ledger().length).toBe(3)
  await new Shell(window).goTo('Queue')
  const queue = new QueuePage(window)
  for (const prompt of ['first of three', 'second of three', 'third of three'])
    await expect(queue.row(prompt).getByText('Saved')).toBeVisible({ timeout: 30_000 })
  const images = readResultFiles(studio.dataFolder).filter((file) => file.format === 'png')
  expect(new Set(images.map((file) => file.sha256)).size).toBe(3)
})

test.describe('with jobs that take some seconds', () => {
  test.use({ speed: 3 })

  // Catches: a card that stays blank until the end: no progress, no preview.
  test('a running job shows its progress and a preview', async ({ window }) => {
    const create = new CreatePage(window)
    await create.prompt.fill('a slow sunrise')
    await create.waitForPrice()
    await create.generate.click()
    await expect(create.cards('Running \\d')).toBeVisible({ timeout: 30_000 })
    await expect(create.progress).toBeVisible()
    await expect.poll(() => create.previews().count(), { timeout: 30_000 }).toBeGreaterThan(0)
    await expect(create.cards('Saved')).toHaveCount(1, { timeout: 40_000 })
  })
})
