import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { expect, test } from '../../fixtures/test.ts'
import { BatchPage } from '../../pages/BatchPage.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { Shell } from '../../pages/Shell.ts'

// Catches: rows that differ from the preview, a total that differs from the bill, and a skipped row that is sent.
test('a batch of variants is charged the total on its button and saved completely', async ({
  window,
  service,
}) => {
  await new CreatePage(window).prompt.fill('a {red|blue|green} boat')
  const batch = new BatchPage(window)
  await batch.open()
  await expect(batch.rows).toHaveCount(3)
  await batch.count.fill('2')
  await expect(batch.rows).toHaveCount(6)
  await expect(batch.add).toHaveAccessibleName(/^Add 6 jobs · \$0\.0/)
  expect(await findAccessibilityViolations(window)).toEqual([])
  await batch.rows.filter({ hasText: 'green' }).first().getByRole('checkbox').click()
  await expect(batch.add).toHaveAccessibleName(/^Add 5 jobs/)
  const total = await batch.total()
  const selected = batch.rows.filter({ has: window.getByRole('checkbox', { checked: true }) })
  const promptIn = (text: string) => /a \w+ boat/.exec(text)?.[0] ?? ''
  const previewed = (await selected.allTextContents()).map(promptIn)
  expect(previewed).toHaveLength(5)
  await batch.add.click()

  await new Shell(window).goTo('Queue')
  await expect(window.getByText(/ · 5 saved/)).toBeVisible({ timeout: 40_000 })
  const sent = service.ledger().map(({ body }) => String(body['prompt']))
  expect(sent.toSorted()).toEqual(previewed.toSorted())
  expect(service.ledger().reduce((sum, { price }) => sum + price, 0)).toBeCloseTo(total, 9)
  expect(await findAccessibilityViolations(window)).toEqual([])
})

// Catches: a batch that resumes automatically after a restart, or is lost by it.
test('unsent jobs of a batch wait after a restart until the batch and the queue are resumed', async ({
  studio,
  service,
}) => {
  const page = await studio.open()
  await new CreatePage(page).prompt.fill('left for the morning')
  await new Shell(page).goTo('Queue')
  await page.getByRole('button', { name: 'Pause all' }).click()
  await new Shell(page).goTo('Create')
  const batch = new BatchPage(page)
  await batch.open()
  await batch.count.fill('3')
  await expect(batch.add).toHaveAccessibleName(/^Add 3 jobs · \$0\.0/)
  await batch.add.click()
  await expect(page.getByText(/^3 jobs added/)).toBeVisible()
  await studio.close()

  const again = await studio.open()
  const note = again.getByRole('status').filter({ hasText: '3 waiting, $0.0' })
  await expect(note).toBeVisible()
  await note.getByRole('button', { name: 'Resume' }).click()
  // The queue is still paused, so resuming the batch sends nothing yet.
  await new Shell(again).goTo('Queue')
  expect(service.ledger()).toHaveLength(0)
  await again.getByRole('button', { name: 'Resume all' }).click()
  await expect(again.getByText(/ · 3 saved/)).toBeVisible({ timeout: 40_000 })
  expect(service.ledger()).toHaveLength(3)
})
