import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { makeInputs } from '../../fixtures/makeInputs.ts'
import { expect, test } from '../../fixtures/test.ts'
import { BatchPage } from '../../pages/BatchPage.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { Shell } from '../../pages/Shell.ts'
import { TaskForm } from '../../pages/TaskForm.ts'

test.use({ speed: 60 })

const write = (name: string, text: string): string => {
  const path = test.info().outputPath(name)
  writeFileSync(path, text)
  return path
}

// Catches: files of a folder that are lost or sent twice, and a folder that fails because of one invalid file.
test('each image of a folder becomes a job, and invalid files are named', async ({ window, service }) => {
  const folder = test.info().outputPath('folder')
  mkdirSync(folder, { recursive: true })
  const made = await makeInputs(test.info().outputPath('made'))
  for (const [from, name] of [
    [made.image, 'Boat 10.png'],
    [made.otherImage, 'Boat 2.png'],
  ] as const)
    copyFileSync(from, join(folder, name))
  writeFileSync(join(folder, 'notes.txt'), 'not an image')
  writeFileSync(join(folder, '.hidden'), 'nor this')
  const form = new TaskForm(window)
  await form.chooseTask('Image upscale')
  const batch = new BatchPage(window)
  await batch.open()
  await batch.setFiles('Choose folder…', folder)
  await expect(batch.rows).toHaveText([/Boat 2\.png/, /Boat 10\.png/])
  await expect(batch.dialog.getByRole('alert')).toContainText('notes.txt')
  await expect(batch.dialog).not.toContainText('.hidden')
  await expect(batch.add).toHaveAccessibleName(/^Add 2 jobs · \$0\.0/)
  const total = await batch.total()
  await batch.add.click()
  await new Shell(window).goTo('Queue')
  await expect(window.getByText(/ · 2 saved/)).toBeVisible({ timeout: 60_000 })
  expect(service.ledger()).toHaveLength(2)
  expect(service.ledger().reduce((sum, { price }) => sum + price, 0)).toBeCloseTo(total, 9)
})

// Catches: a byte order mark in the first column's name, quotes in values, and a row over a limit that is sent or blocks the rest.
test('a table with irregular rows shows warnings, and only valid selected rows are sent', async ({
  window,
  service,
}) => {
  const create = new CreatePage(window)
  await create.chooseModel('Meridian XL')
  await create.prompt.fill('a boat')
  const batch = new BatchPage(window)
  await batch.open()
  const rows = ['"a ""quoted"" boat, red",20,x', 'too many steps,99,x', 'a short row', 'not this one,20,x']
  await batch.setFiles(
    'Choose CSV or text file…',
    write('boats.csv', `\uFEFFPrompt,Steps,Colour\r\n${rows.join('\r\n')}\r\n`),
  )
  await expect(batch.rows).toHaveCount(4)
  await expect(batch.rows.first()).toContainText('a "quoted" boat, red')
  await expect(batch.rows.nth(1)).toContainText('Steps: At most 50')
  await expect(batch.rows.nth(1).getByRole('checkbox')).toBeDisabled()
  await expect(batch.dialog.getByText('1 unused column: Colour')).toBeVisible()
  await expect(batch.dialog.getByText(/^1 row has more or fewer cells/)).toBeVisible()
  await batch.rows.nth(3).getByRole('checkbox').click()
  await expect(batch.add).toHaveAccessibleName(/^Add 2 jobs · \$0\.0/)
  expect(await findAccessibilityViolations(window)).toEqual([])
  await batch.add.click()
  await new Shell(window).goTo('Queue')
  await expect(window.getByText(/ · 2 saved/)).toBeVisible({ timeout: 60_000 })
  expect(service.ledger()).toHaveLength(2)
})

// Catches: a window that hangs on a cyclic list, or builds millions of rows before rejecting them.
test('before any price is requested, a cyclic list is rejected and named, and too many rows are rejected with their count', async ({
  window,
  service,
}) => {
  const create = new CreatePage(window)
  await create.prompt.fill('a __tide__ boat')
  await create.readPrice()
  const priceRequests = service.requestCount('price')
  const batch = new BatchPage(window)
  await batch.open()
  await expect(batch.dialog.getByText('No list yet for: tide')).toBeVisible()
  await batch.setFiles('Add text files…', write('tide.txt', 'high\nlow and __tide__\n'))
  await expect(batch.dialog.getByText('The list “tide” refers to itself.')).toBeVisible()
  await batch.dialog.getByRole('button', { name: 'Remove tide' }).click()
  await batch.setFiles('Add text files…', write('tide.txt', 'high\nlow\n'))
  await expect(batch.rows).toHaveCount(2)
  await batch.count.fill('1000000')
  await expect(batch.dialog.getByText(/^This makes 2,000,000 rows/)).toBeVisible()
  await batch.count.fill('1')
  const many = Array.from({ length: 100_000 }, (_, row) => `boat ${row}`).join('\n')
  await batch.setFiles('Choose CSV or text file…', write('many.txt', many))
  await expect(batch.dialog.getByText(/^This makes 100,000 rows/)).toBeVisible({ timeout: 60_000 })
  expect(service.requestCount('price')).toBe(priceRequests)
})
