import { findAccessibilityViolations } from '../../fixtures/accessibilityViolations.ts'
import { expect, test } from '../../fixtures/test.ts'
import { BatchPage } from '../../pages/BatchPage.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { GalleryPage } from '../../pages/GalleryPage.ts'
import { Shell } from '../../pages/Shell.ts'

const lockSeed = 'Keep this seed'

// Catches: charging an identical job without asking, and a result that can't be generated again.
test('an identical request shows the existing result and runs again only on request', async ({
  window,
  service,
}) => {
  const create = new CreatePage(window)
  await window.getByRole('button', { name: lockSeed }).click()
  await create.generateImage('once is enough')
  await create.waitForPrice()
  await create.generate.click()
  const note = window.getByRole('region', { name: 'You’ve already made this' })
  await expect(note).toBeVisible()
  expect(service.ledger()).toHaveLength(1)
  await note.getByRole('button', { name: 'Open result' }).click()
  const { viewer } = new GalleryPage(window)
  await expect(viewer).toBeVisible()
  await window.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await new Shell(window).goTo('Create')
  await note.getByRole('button', { name: /^Run again · \$/ }).click()
  await expect(create.cards('Saved')).toHaveCount(2, { timeout: 30_000 })
  expect(service.ledger()).toHaveLength(2)
  await expect(note).toHaveCount(0)
})

test.describe('while the first job is running', () => {
  test.use({ speed: 3 })

  // Catches: two quick clicks that are charged twice, and batch rows that are duplicates without a hint.
  test('a second click shows the job in progress, and a batch marks identical rows', async ({
    window,
    service,
  }) => {
    const create = new CreatePage(window)
    await window.getByRole('button', { name: lockSeed }).click()
    await create.prompt.fill('two clicks, one image')
    await create.waitForPrice()
    await create.generate.click()
    await create.waitForPrice()
    await create.generate.click()
    const note = window.getByRole('region', { name: /^(Already in progress|You’ve already made this)$/ })
    await expect(note).toBeVisible()
    expect(await findAccessibilityViolations(window)).toEqual([])
    await expect.poll(() => service.ledger().length).toBe(1)

    const batch = new BatchPage(window)
    await batch.open()
    await expect(batch.dialog.getByText(/^Identical job .*: 1 (in progress|already made)\./)).toBeVisible()
    await batch.dialog.getByRole('button', { name: 'Skip it' }).click()
    await expect(batch.add).toBeDisabled()
    await window.keyboard.press('Escape')

    await create.prompt.fill('two clicks, another image')
    await expect(note).toHaveCount(0)
    await create.prompt.fill('two clicks, one image')
    await note.getByRole('button', { name: /^Run again/ }).press('Enter')
    await expect(create.generate).toBeFocused()
    await expect.poll(() => service.ledger().length).toBe(2)
  })
})

test.describe('when the response to the first job was lost', () => {
  test.use({ faults: ['lost-reply'] })

  // Catches: a second charge for an unconfirmed job without a warning.
  test('the next identical click shows the unconfirmed charge and sends nothing', async ({
    window,
    service,
  }) => {
    const create = new CreatePage(window)
    await window.getByRole('button', { name: lockSeed }).click()
    await create.prompt.fill('perhaps paid')
    await create.waitForPrice()
    await create.generate.click()
    await expect(create.cards('Charge unconfirmed')).toBeVisible({ timeout: 30_000 })
    await create.waitForPrice()
    await create.generate.click()
    const note = window.getByRole('region', { name: 'Charge unconfirmed' })
    await expect(note).toContainText('Sending again could charge you twice.')
    expect(service.requestCount('submit')).toBe(1)
    await note.getByRole('button', { name: 'Review in queue' }).click()
    await expect(window.getByRole('button', { name: 'Stop tracking…', exact: true })).toBeVisible()
  })
})
