import { countAcceptedJobs } from '../../fixtures/readLibrary.ts'
import { readResultFiles } from '../../fixtures/resultFiles.ts'
import { expect, test } from '../../fixtures/test.ts'
import { BatchPage } from '../../pages/BatchPage.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { Shell } from '../../pages/Shell.ts'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'

// Catches: an interrupted batch that resumes automatically, is lost, counted wrong, or charged twice.
test.describe('a batch interrupted by a crash', () => {
  test.use({ speed: 3 })

  test('waits with its count and price, while sent jobs are saved', async ({ studio, service }) => {
    const page = await studio.open()
    await new CreatePage(page).prompt.fill('a harbour, night {1|2|3|4|5|6}')
    const batch = new BatchPage(page)
    await batch.open()
    await batch.count.fill('2')
    await expect(batch.add).toHaveAccessibleName(/^Add 12 jobs · \$0\.0/)
    const total = await batch.total()
    service.setFaults('submit:429=15@0.7')
    await batch.add.click()
    await new Shell(page).goTo('Queue')
    const waits = page.getByRole('main').getByText(/^Retry in/)
    await expect(waits.first()).toBeVisible({ timeout: 40_000 })
    // Responses in flight are recorded a moment later.
    await expect
      .poll(() => service.ledger().length - countAcceptedJobs(studio.dataFolder), { timeout: 40_000 })
      .toBe(0)
    await studio.kill()
    const sent = service.ledger().length
    expect(sent).toBeLessThan(12)

    service.setFaults()
    const again = await studio.open()
    const unsentPrice = (total / 12) * (12 - sent)
    const note = again
      .getByRole('status')
      .filter({ hasText: `${12 - sent} waiting, ${formatMoney(Math.round(unsentPrice * 1e9))}` })
    await expect(note).toBeVisible()
    const images = () => readResultFiles(studio.dataFolder).filter(({ format }) => format === 'png')
    await expect.poll(() => images().length, { timeout: 60_000 }).toBe(sent)
    expect(service.ledger()).toHaveLength(sent)

    await note.getByRole('button', { name: 'Review in queue' }).click()
    await expect(again.getByText(/Waiting until you resume it/).first()).toBeVisible()
    await note.getByRole('button', { name: 'Resume' }).click()
    await expect(note).toHaveCount(0)
    await expect(again.getByText(/ · 12 saved/)).toBeVisible({ timeout: 60_000 })
    expect(service.ledger()).toHaveLength(12)
    expect(service.ledger().reduce((sum, { price }) => sum + price, 0)).toBeCloseTo(total, 9)
  })
})

test.describe('jobs running at a crash', () => {
  test.use({ speed: 0.4, faults: ['job-failsx1'] })

  // Catches: a missing summary of jobs that ended later, and one of jobs the user had seen.
  test('are summarized after the start, with failures and quotes', async ({ studio, service }) => {
    // Eight images of half a minute, some of them one after another.
    test.setTimeout(240_000)
    const page = await studio.open()
    await new CreatePage(page).prompt.fill('while nobody looks, {1|2|3|4|5|6|7|8}')
    const batch = new BatchPage(page)
    await batch.open()
    await expect(batch.add).toHaveAccessibleName(/^Add 8 jobs · \$0\.0/)
    const each = (await batch.total()) / 8
    await batch.add.click()
    await expect.poll(() => service.ledger().length, { timeout: 30_000 }).toBe(8)
    // The last response is recorded a moment after it was sent.
    await new Shell(page).goTo('Queue')
    await expect(page.getByText('8 running')).toBeVisible()
    await studio.kill()

    const again = await studio.open()
    const summary = `While you were away: 7 saved, 1 failed, ${formatMoney(Math.round(each * 7e9))} quoted.`
    const note = again.getByRole('status').filter({ hasText: 'While you were away' })
    await expect(note).toContainText(summary, { timeout: 150_000 })
    expect(service.requestCount('submit')).toBe(8)
    await note.getByRole('button', { name: 'View queue' }).click()
    await expect(again.getByText('7 saved · 1 failed').first()).toBeVisible()
    await studio.close()

    const later = await studio.open()
    // The notes of the start are loaded together with what sets the title.
    await expect(later).toHaveTitle(/ · Easel$/)
    await expect(later.getByText('While you were away')).toHaveCount(0)
  })
})
