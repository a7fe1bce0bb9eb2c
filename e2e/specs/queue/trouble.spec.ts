import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { QueuePage } from '../../pages/QueuePage.ts'
import { Shell } from '../../pages/Shell.ts'

// Catches: a rejection that isn't shown at its field.
test('a rejection is shown at its field with the service’s message', async ({ window, service }) => {
  const create = new CreatePage(window)
  await create.chooseModel('Tidepool Mini')
  await create.prompt.fill('too small for the service')
  await create.width.fill('192')
  await create.width.blur()
  // The price check is rejected for the same reason; the user runs it anyway.
  await expect(create.generate).toHaveAccessibleName(/price unavailable/i)
  await create.generate.click()
  await window.getByRole('button', { name: 'Run anyway' }).click()
  await expect(create.width).toHaveAttribute('aria-invalid', 'true', { timeout: 15_000 })
  await expect(create.width).toHaveAccessibleDescription(/must be at least 256/)
  expect(service.ledger()).toHaveLength(0)
})

test.describe('when the job fails at the service', () => {
  test.use({ faults: ['job-fails'] })

  // Catches: a failure without information about the charge.
  test('the card shows the failure, and the queue the refund', async ({ window }) => {
    const create = new CreatePage(window)
    await create.prompt.fill('doomed')
    await create.waitForPrice()
    await create.generate.click()
    await expect(create.cards('Failed')).toBeVisible({ timeout: 30_000 })
    await new Shell(window).goTo('Queue')
    await expect(new QueuePage(window).row('doomed')).toContainText('The service refunded the charge.')
  })
})

test.describe('when the response to a submitted job is lost', () => {
  test.use({ faults: ['lost-reply'] })

  // Catches: a lost response treated as a failure and sent again, which charges one click twice.
  test('the charge is unconfirmed, three actions are offered, and nothing is resent automatically', async ({
    studio,
    service,
  }) => {
    const page = await studio.open()
    const create = new CreatePage(page)
    await create.prompt.fill('lost on the way back')
    await create.waitForPrice()
    await create.generate.click()
    await expect(create.cards('Charge unconfirmed')).toBeVisible({ timeout: 30_000 })
    expect(service.ledger()).toHaveLength(1)

    await studio.close()
    const again = await studio.open()
    await new Shell(again).goTo('Queue')
    const row = new QueuePage(again).row('lost on the way back')
    await expect(row).toContainText('Charge unconfirmed')
    for (const way of [/I found the job/, /Resend…/, /Stop tracking/])
      await expect(row.getByRole('button', { name: way })).toBeVisible()
    expect(service.requestCount('submit')).toBe(1)
  })

  // Catches: an id pasted by the user that is not picked up, or that starts a second job.
  test('the request id from the service leads to the result without another charge', async ({
    window,
    service,
  }) => {
    const create = new CreatePage(window)
    await create.prompt.fill('found again')
    await create.waitForPrice()
    await create.generate.click()
    await expect(create.cards('Charge unconfirmed')).toBeVisible({ timeout: 30_000 })
    await new Shell(window).goTo('Queue')
    const row = new QueuePage(window).row('found again')
    await row.getByRole('button', { name: /I found the job/ }).click()
    await window.getByRole('textbox', { name: /id/i }).fill(service.ledger()[0]?.requestId ?? '')
    await window.getByRole('textbox', { name: /id/i }).press('Enter')
    await expect(row).toContainText('Saved', { timeout: 30_000 })
    expect(service.ledger()).toHaveLength(1)
  })

  // Catches: a resend that loses the job, or costs more than accepted.
  test('Resend creates one new job and closes the old one', async ({ window, service }) => {
    const create = new CreatePage(window)
    await create.prompt.fill('paid again, knowingly')
    await create.waitForPrice()
    await create.generate.click()
    await expect(create.cards('Charge unconfirmed')).toBeVisible({ timeout: 30_000 })
    service.setFaults()
    await new Shell(window).goTo('Queue')
    await new QueuePage(window)
      .row('paid again')
      .getByRole('button', { name: /Resend…/ })
      .click()
    await window
      .getByRole('dialog')
      .getByRole('button', { name: /Resend anyway/ })
      .click()
    const rows = new QueuePage(window).row('paid again')
    await expect(rows.getByText('Saved')).toBeVisible({ timeout: 30_000 })
    await expect(rows.filter({ hasText: 'Charge unconfirmed' })).toHaveCount(0)
    const [first, second] = service.ledger()
    expect(service.ledger()).toHaveLength(2)
    expect(second?.price).toBe(first?.price)
  })
})

test.describe('when a proxy returns a page instead of the list of models', () => {
  test.use({ faults: ['models:html-ok'] })

  // Catches: an empty picker or a crash after an unexpected response.
  test('the problem is shown with a retry button', async ({ window, service }) => {
    await expect(window.getByText('A web page responded instead of the service.').first()).toBeVisible({
      timeout: 15_000,
    })
    // Easel repeats its requests once by itself, because a probe of the connection succeeds.
    await expect.poll(() => service.requestCount('models')).toBeGreaterThan(2)
    service.setFaults()
    await window.getByRole('button', { name: 'Try again' }).first().click()
    await expect(new CreatePage(window).prompt).toBeVisible()
  })
})
