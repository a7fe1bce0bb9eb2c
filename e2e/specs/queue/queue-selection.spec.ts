import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { expect, test } from '../../fixtures/test.ts'
import { BatchPage } from '../../pages/BatchPage.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { QueuePage } from '../../pages/QueuePage.ts'
import { Shell } from '../../pages/Shell.ts'

// Catches: a selection that cancels another row, sends a cancelled job, or moves only one of its rows.
test('selected jobs are moved together, and half of a batch is cancelled', async ({ window, service }) => {
  const { rows, order } = await new QueuePage(window).addBoats()
  const title = (color: string) => rows.getByRole('button', { name: new RegExp(`a ${color} boat`) })

  await title('green').click({ modifiers: ['ControlOrMeta'] })
  await window.keyboard.press('Shift+ArrowDown')
  const bar = window.getByRole('group', { name: 'Selected jobs' })
  await expect(bar.getByText('2 selected')).toBeVisible()
  await expect(rows.getByRole('checkbox', { checked: true })).toHaveCount(2)
  expect(await findAccessibilityViolations(window)).toEqual([])
  await window.keyboard.press('Alt+ArrowUp')
  await expect.poll(order).toEqual(['red', 'green', 'white', 'blue'])
  await rows.filter({ hasText: 'white' }).dragTo(rows.filter({ hasText: 'red' }))
  await expect.poll(order).toEqual(['green', 'white', 'red', 'blue'])

  await bar.getByRole('button', { name: 'Cancel 2 waiting jobs…' }).click()
  const dialog = window.getByRole('dialog')
  await expect(dialog.getByText(/^You won’t pay the \$0\.0/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel 2 jobs' }).click()
  await expect(rows.getByText('Cancelled')).toHaveCount(2)
  await window.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)

  await window.getByRole('button', { name: 'Resume all' }).click()
  await expect(window.getByText(/2 saved · 2 cancelled/)).toBeVisible({ timeout: 40_000 })
  const sent = service.ledger().map(({ body }) => /red|blue|green|white/.exec(String(body['prompt']))?.[0])
  expect(new Set(sent)).toEqual(new Set(['red', 'blue']))
  expect(sent).toHaveLength(2)
})

// Catches: a retry that charges an amount other than the one on its button, charges twice, or charges for jobs that were not refunded.
test('refunded failures are retried for the price on the button, and other failures are left out', async ({
  window,
  service,
}) => {
  // The first job fails and is charged; the others fail and are refunded.
  service.setFaults('job-fails=keptx1', 'job-fails')
  await new CreatePage(window).prompt.fill('a {red|blue|green} boat')
  const batch = new BatchPage(window)
  await batch.open()
  await expect(batch.add).toHaveAccessibleName(/^Add 3 jobs · \$0\.0/)
  await batch.add.click()
  await new Shell(window).goTo('Queue')
  await expect(window.getByText('3 failed')).toBeVisible({ timeout: 40_000 })
  service.setFaults()

  await window.getByRole('button', { name: /^More for 3 prompts/ }).click()
  await window.getByRole('menuitem', { name: 'Retry 3 failed jobs…' }).click()
  const dialog = window.getByRole('dialog', { name: 'Retry failed jobs?' })
  await expect(dialog.getByText('1 that was charged and not refunded')).toBeVisible()
  const retry = dialog.getByRole('button', { name: /^Retry 2 failed jobs · \$0\.0/ })
  const price = Number(/\$([\d.]+)/.exec((await retry.textContent()) ?? '')?.[1])
  const before = service.balance()
  await retry.dblclick()
  await expect(dialog).toHaveCount(0)
  await expect(window.getByText(/2 saved · 1 failed/)).toBeVisible({ timeout: 40_000 })
  expect(before - service.balance()).toBeCloseTo(price, 6)
  expect(service.ledger()).toHaveLength(5)
})

// Catches: a draft that Esc, another screen or a restart discards.
test('the draft of a batch survives Esc, another screen and a restart, and can be discarded', async ({
  studio,
}) => {
  const window = await studio.open()
  await new CreatePage(window).prompt.fill('a boat')
  const batch = new BatchPage(window)
  await batch.open()
  await batch.count.fill('3')
  await batch.addAxis('Steps', '1, 2')
  await batch.dialog.getByRole('textbox', { name: 'Name' }).fill('Night boats')
  await expect(batch.add).toHaveAccessibleName(/^Add 6 jobs/)
  await window.keyboard.press('Escape')
  await expect(batch.dialog).toHaveCount(0)
  await new Shell(window).goTo('Queue')
  await new Shell(window).goTo('Create')
  await batch.open()
  await expect(batch.dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Night boats')
  await studio.close()

  const again = await studio.open()
  const restored = new BatchPage(again)
  await restored.open()
  await expect(restored.count).toHaveValue('3')
  await expect(restored.dialog.getByRole('textbox', { name: 'Values' })).toHaveValue('1, 2')
  await expect(restored.dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Night boats')
  await restored.dialog.getByRole('button', { name: 'Discard draft' }).click()
  await again.keyboard.press('Escape')
  await restored.open()
  await expect(restored.count).toHaveValue('1')
})
