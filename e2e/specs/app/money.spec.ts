import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { expect, test } from '../../fixtures/test.ts'
import { BatchPage } from '../../pages/BatchPage.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { Shell } from '../../pages/Shell.ts'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'

// Catches: sums that differ from the bills, a wrong or missing balance, and a file that is not saved.
test('spending adds up on the screen, in the balance and in the exported file', async ({
  window,
  service,
  studio,
}) => {
  const create = new CreatePage(window)
  await expect(window.getByRole('link', { name: 'Balance $25.00' })).toBeVisible()
  await create.generateImage('a lighthouse, to be paid')
  await create.generateImage('a second lighthouse')
  const billed = service.ledger().reduce((sum, { price }) => sum + price, 0)

  await new Shell(window).goTo('Spend')
  const totals = window.getByRole('region', { name: 'Totals' })
  const inShort = formatMoney(Math.round(billed * 1e9))
  await expect(totals.getByText(inShort)).toBeVisible()
  await expect(totals.getByText('2 jobs')).toBeVisible()
  await window.getByRole('radio', { name: 'Model' }).click()
  await expect(window.getByRole('row').filter({ hasText: inShort })).toBeVisible()

  const card = window.getByRole('region', { name: 'Balance' })
  await card.getByRole('button', { name: 'Balance history' }).click()
  await expect(card.getByText(/^Fell by \$0\.0/).first()).toBeVisible({ timeout: 60_000 })
  await expect(card.getByText('Explained').first()).toBeVisible()
  await expect(card.getByText(/unexplained/)).toHaveCount(0)
  expect(await findAccessibilityViolations(window)).toEqual([])
  await window.getByRole('button', { name: 'Show as table' }).click()
  expect(await findAccessibilityViolations(window)).toEqual([])

  const path = join(studio.dataFolder, '..', 'spend.csv')
  await studio.saveDownload(path, async () => {
    await window.getByRole('button', { name: 'Export CSV' }).click()
    await window.getByRole('menuitem', { name: 'CSV file', exact: true }).click()
  })
  const rows: Record<string, string>[] = parse(await readFile(path), { columns: true })
  expect(rows.map(({ title }) => title)).toEqual(['a lighthouse, to be paid', 'a second lighthouse'])
  expect(rows.reduce((sum, { completed }) => sum + Number(completed), 0)).toBeCloseTo(billed, 9)
  expect(rows.every(({ files }) => /\.(png|jpg|webp)/.test(files ?? ''))).toBe(true)
})

// Catches: a row without its jobs, a list that doesn't add up, and a lost position on return.
test('a row of the report opens its jobs, and each links to its result', async ({ window, service }) => {
  const create = new CreatePage(window)
  await create.generateImage('a lighthouse, looked up later')
  await create.generateImage('a second lighthouse')
  service.setFaults('job-fails')
  await create.prompt.fill('a lighthouse that fails')
  await create.waitForPrice()
  await create.generate.click()
  await expect(create.cards('Failed')).toBeVisible({ timeout: 30_000 })

  await new Shell(window).goTo('Spend')
  await window.getByRole('radio', { name: 'Task' }).click()
  const row = window.getByRole('link', { name: 'Text to image' })
  await row.press('Enter')
  await expect(window.getByRole('heading', { name: 'Text to image' })).toBeFocused()
  const list = window.getByRole('list', { name: 'Jobs' }).getByRole('listitem')
  await expect(list).toHaveText([
    /^a lighthouse that fails.*Refunded/,
    /^a second.*Completed/,
    /^a lighthouse, looked/,
  ])
  const dollars = (text: string) => Number(/\$([\d.]+)/.exec(text)?.[1])
  const completed = (await list.filter({ hasText: 'Completed' }).allTextContents()).map(dollars)
  const sum = formatMoney(Math.round(completed.reduce((all, one) => all + one, 0) * 1e9))
  await expect(window.getByRole('region', { name: 'Totals' }).getByText(sum)).toBeVisible()
  expect(await findAccessibilityViolations(window)).toEqual([])

  await window.keyboard.press('Escape')
  await expect(row).toBeFocused()
  await row.click()
  await window.getByRole('link', { name: /^a second lighthouse/ }).click()
  await expect(
    window.getByRole('dialog').or(window.getByRole('region')).getByText('a second lighthouse').first(),
  ).toBeVisible()
  expect(window.url()).toContain('#/gallery/')
})

test.describe('if the service reports no balance', () => {
  test.use({ faults: ['balance:404'] })

  // Catches: a balance of zero, or a warning, without data.
  test('no balance is shown', async ({ window, service }) => {
    await new Shell(window).goTo('Spend')
    await expect(window.getByText('This service doesn’t report a balance.')).toBeVisible()
    await new Shell(window).goTo('Create')
    await new CreatePage(window).generateImage('a lighthouse without a balance')
    await expect(window.getByText(/Balance/)).toHaveCount(0)
    expect(service.requestCount('balance')).toBe(1)
  })
})

// Catches: a batch that fails row by row because the balance is used up.
test('a batch that uses up the balance pauses with a reason and continues after a top-up', async ({
  window,
  service,
}) => {
  service.balance(0.01)
  await new CreatePage(window).prompt.fill('a {red|blue|green} boat')
  const batch = new BatchPage(window)
  await batch.open()
  await batch.count.fill('4')
  await expect(batch.rows).toHaveCount(12)
  await expect(batch.add).toHaveAccessibleName(/^Add 12 jobs · \$0\.0/)
  await batch.add.click()

  await new Shell(window).goTo('Queue')
  await expect(window.getByText(/Your balance at the service is too low/).first()).toBeVisible()
  await expect(window.getByText('0 failed')).toHaveCount(0)
  const paid = service.ledger().length
  expect(paid).toBeLessThan(12)
  expect(await findAccessibilityViolations(window)).toEqual([])

  service.balance(20)
  await window.getByRole('main').getByRole('button', { name: 'Resume', exact: true }).first().click()
  await expect(window.getByText(/ · 12 saved/)).toBeVisible({ timeout: 60_000 })
  expect(service.ledger()).toHaveLength(12)
})

// Catches: a warning that never appears, can't be set, or doesn't disappear.
test('a balance below the threshold shows a warning', async ({ window }) => {
  await new Shell(window).goTo('Settings')
  const low = window.getByRole('textbox', { name: 'Warn when the balance of Environment is below' })
  await expect(low).toHaveValue('1.00')
  await low.fill('30')
  await low.press('Enter')
  const note = window.getByRole('status').filter({ hasText: 'Your balance is low: $25.00.' })
  await expect(note).toBeVisible()
  await low.fill('2')
  await low.press('Enter')
  await expect(note).toHaveCount(0)
})
