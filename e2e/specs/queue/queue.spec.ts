import { expect, test } from '../../fixtures/test.ts'
import { QueuePage } from '../../pages/QueuePage.ts'

// Catches: an order that isn't saved, a cancelled job that is sent, and a lost name.
test('unsent jobs can be reordered by keyboard and by dragging, filtered, renamed and cancelled', async ({
  window,
  service,
}) => {
  const { rows, order } = await new QueuePage(window).addBoats()

  await rows.nth(2).getByRole('button', { name: /green/ }).focus()
  await window.keyboard.press('Alt+ArrowUp')
  await expect.poll(order).toEqual(['red', 'green', 'blue', 'white'])
  await window.keyboard.press('Alt+End')
  await expect.poll(order).toEqual(['red', 'blue', 'white', 'green'])
  await rows.nth(2).dragTo(rows.nth(0))
  await expect.poll(order).toEqual(['white', 'red', 'blue', 'green'])

  await window.getByRole('searchbox', { name: 'Find a job' }).fill('blue')
  await expect.poll(order).toEqual(['blue'])
  await rows.hover()
  await rows.getByRole('button', { name: 'More for this job' }).click()
  await window.getByRole('menuitem', { name: 'Cancel' }).click()
  await expect(rows.getByText('Cancelled')).toBeVisible()
  await window.getByRole('searchbox', { name: 'Find a job' }).fill('')
  await expect.poll(order).toEqual(['white', 'red', 'green', 'blue'])

  await window.getByRole('button', { name: /^More for 4 prompts/ }).click()
  await window.getByRole('menuitem', { name: 'Rename…' }).click()
  const dialog = window.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Night boats')
  await window.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(window.getByText('Night boats').first()).toBeVisible()

  await window.getByRole('button', { name: 'Resume all' }).click()
  await expect(window.getByText(/ · 3 saved/)).toBeVisible({ timeout: 40_000 })
  const sent = service.ledger().map(({ body }) => /red|blue|green|white/.exec(String(body['prompt']))?.[0])
  expect(new Set(sent)).toEqual(new Set(['white', 'red', 'green']))
  expect(sent).toHaveLength(3)
})
