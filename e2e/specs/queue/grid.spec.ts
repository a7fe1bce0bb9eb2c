import { readFileSync } from 'node:fs'
import { readPng } from '../../../src-main/sandbox/media/images/png.ts'
import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { expect, test } from '../../fixtures/test.ts'
import { BatchPage } from '../../pages/BatchPage.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { GridPage } from '../../pages/GridPage.ts'
import { Shell } from '../../pages/Shell.ts'

test.use({ speed: 60 })

// Catches: results under wrong headings, a grid that isn't updated, and missing navigation back.
test('a sweep fills its grid while it runs, and each cell opens its result', async ({ window, service }) => {
  const create = new CreatePage(window)
  await create.chooseModel('Meridian XL')
  await create.prompt.fill('a harbour at first light')
  await create.chooseAspectRatio('1:1')
  const batch = new BatchPage(window)
  await batch.open()
  await batch.addAxis('Steps', '10, 20')
  await batch.addAxis('Seed', '1, 2, 3')
  await expect(batch.add).toHaveAccessibleName(/^Add 6 jobs · \$0\.0/)
  service.setFaults('job-fails=keptx1')
  await batch.add.click()
  await new Shell(window).goTo('Queue')
  const grid = new GridPage(window)
  await grid.open()
  await expect(grid.columns).toHaveText(['StepsSeed', '10', '20'])
  await expect(grid.rows).toHaveText(['1', '2', '3'])
  await expect(grid.cells(/Saved$/)).toHaveCount(5, { timeout: 60_000 })
  expect(await findAccessibilityViolations(window)).toEqual([])

  await grid.cells(/Failed/).click()
  const why = window.getByRole('dialog', { name: /^Steps \d+ · Seed \d/ })
  await expect(why).toContainText('The service couldn’t finish this job.')
  await window.keyboard.press('Escape')
  await expect(why).toHaveCount(0)

  // From a saved corner, by keyboard only.
  const corner = grid.cells(/^Steps 20 · Seed 3/)
  const other = grid.cells(/^Steps 10 · Seed 1/)
  const [from, key] = (await corner.textContent())?.endsWith('Saved')
    ? [corner, 'Control+End']
    : [other, 'Control+Home']
  await grid.cells(/Failed/).focus()
  await window.keyboard.press(key)
  await expect(from).toBeFocused()
  await window.keyboard.press('Enter')
  const { viewer } = new GalleryPage(window)
  await expect(viewer).toContainText('a harbour at first light')
  await expect(viewer.getByRole('img').first()).toBeVisible()
  expect(new URL(window.url()).hash).toMatch(/\/grid\//)
  await window.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(from).toBeFocused()
  expect(service.ledger()).toHaveLength(6)

  // From the gallery to the grid of a result.
  await new Shell(window).goTo('Gallery')
  await new GalleryPage(window).open('a harbour at first light')
  await window.getByRole('button', { name: 'Show in grid' }).click()
  await expect(grid.cells(/Saved$/)).toHaveCount(5)
  await expect(grid.table.locator(':focus')).toHaveAccessibleName(/Saved$/)
})

// Catches: an image with missing or misplaced cells, results or headings, or of the wrong format.
test('a grid is exported as one image with all results of all its cells', async ({ studio }) => {
  const window = await studio.open()
  await new CreatePage(window).prompt.fill('dunes under a violet sky')
  const batch = new BatchPage(window)
  await batch.open()
  await batch.addAxis('Seed', '1, 2')
  await batch.addAxis('Steps', '4, 8')
  await batch.addAxis('Size', '256x256, 512x512')
  await batch.count.fill('2')
  await expect(batch.add).toHaveAccessibleName(/^Add 16 jobs · \$0\.\d/)
  await batch.add.click()
  await new Shell(window).goTo('Queue')
  const grid = new GridPage(window)
  await grid.open()
  await expect(window.getByText('16 of 16 saved')).toBeVisible({ timeout: 60_000 })

  await window.getByRole('button', { name: 'Export…' }).click()
  const dialog = window.getByRole('dialog', { name: 'Export grid' })
  await dialog.getByText('All pages').click()
  await dialog.getByRole('combobox', { name: 'Results in each cell' }).selectOption({ label: 'All 2' })
  await dialog.getByRole('combobox', { name: 'Longest side of each image' }).selectOption({ label: '128 px' })
  const [wide, high] =
    /([\d,]+) × ([\d,]+) px/
      .exec(await dialog.innerText())
      ?.slice(1)
      .map(Number) ?? []
  const path = test.info().outputPath('grid.png')
  await studio.saveDownload(path, () => dialog.getByRole('button', { name: 'Export image' }).click())
  await expect(window.getByText(/^Saved as .*\.png$/)).toBeVisible()
  const { width, height, pixels } = readPng(readFileSync(path))
  expect([width, height]).toEqual([wide, high])
  expect(coloured(pixels)).toBeGreaterThan(15 * 128 * 128)
})

// Catches: a page that renders every cell, headings that scroll away, and a corner the keyboard can't reach.
test('a sweep of 3,000 jobs can be viewed from corner to corner under its headings', async ({ window }) => {
  await new Shell(window).goTo('Queue')
  await window.getByRole('button', { name: 'Pause all' }).click()
  await new Shell(window).goTo('Create')
  await new CreatePage(window).prompt.fill('a pier in fog')
  const batch = new BatchPage(window)
  await batch.open()
  const numbersUpTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1).join(', ')
  await batch.addAxis('Seed', numbersUpTo(375))
  await batch.addAxis('Steps', numbersUpTo(8))
  await expect(batch.add).toHaveAccessibleName(/^Add 3,000 jobs · \$/)
  await batch.add.click()
  await new Shell(window).goTo('Queue')
  const grid = new GridPage(window)
  await grid.open()
  await expect(window.getByText('0 of 3,000 saved')).toBeVisible()
  const drawn = () => grid.table.locator('*').count()
  expect(await drawn()).toBeLessThan(1500)
  await grid.cells('Seed 1 · Steps 1').focus()
  await window.keyboard.press('Control+End')
  const last = grid.cells('Seed 375 · Steps 8')
  await expect(last).toBeFocused()
  await expect(last).toBeInViewport({ ratio: 0.9 })
  const heading = grid.columns.filter({ hasText: /^375$/ })
  const row = grid.rows.filter({ hasText: /^8$/ })
  await expect(heading).toBeInViewport()
  await expect(row).toBeInViewport()
  const [cell, above, beside] = await Promise.all([last, heading, row].map((one) => one.boundingBox()))
  expect(above?.x).toBeCloseTo(cell?.x ?? 0, 0)
  expect(beside?.y).toBeCloseTo(cell?.y ?? 0, 0)
  expect(await drawn()).toBeLessThan(1500)
  expect(await findAccessibilityViolations(window)).toEqual([])
  await window.keyboard.press('Enter')
  await expect(window.getByRole('dialog', { name: 'Seed 375 · Steps 8' })).toContainText('Waiting')
})

/** Number of coloured pixels, which excludes the background and text. */
function coloured(pixels: Uint8ClampedArray): number {
  let count = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const parts = [...pixels.subarray(at, at + 3)]
    if (Math.max(...parts) - Math.min(...parts) > 8) count++
  }
  return count
}
