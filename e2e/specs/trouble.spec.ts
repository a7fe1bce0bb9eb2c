import { expect, test } from '../fixtures/test.ts'
import { CreatePage } from '../pages/CreatePage.ts'
import { QueuePage } from '../pages/QueuePage.ts'
import { Shell } from '../pages/Shell.ts'

// Catches: a refusal that is shown as a failure somewhere else than at the field it is about.
test('a refusal of the service lands at its field, in the words of the service', async ({
  window,
  service,
}) => {
  const create = new CreatePage(window)
  await create.choose('Tidepool Mini')
  await create.prompt.fill('too small for the service')
  await create.width.fill('192')
  await create.width.blur()
  // The service refuses to price it for the same reason; the user insists.
  await expect(create.generate).toHaveAccessibleName(/price unavailable/i)
  await create.generate.click()
  await window.getByRole('button', { name: 'Run anyway' }).click()
  await expect(create.width).toHaveAttribute('aria-invalid', 'true', { timeout: 15_000 })
  await expect(create.width).toHaveAccessibleDescription(/must be at least 256/)
  expect(service.ledger()).toHaveLength(0)
})

test.describe('when the job fails at the service', () => {
  test.use({ faults: ['job-fails'] })

  // Catches: a failure that leaves the user guessing about their money.
  test('the card says Failed, and that the money came back', async ({ window }) => {
    const create = new CreatePage(window)
    await create.prompt.fill('doomed')
    await create.priced()
    await create.generate.click()
    await expect(create.cards('Failed')).toBeVisible({ timeout: 30_000 })
    await new Shell(window).goTo('Queue')
    await expect(new QueuePage(window).row('doomed')).toContainText('The service refunded the price.')
  })
})

test.describe('when the answer to the order is lost', () => {
  test.use({ faults: ['lost-reply'] })

  // Catches: a lost answer taken for a failure and sent again, which pays twice for one click.
  test('the job may have been charged, offers three ways out, and is never sent again by itself', async ({
    studio,
    service,
  }) => {
    const page = await studio.open()
    const create = new CreatePage(page)
    await create.prompt.fill('lost on the way back')
    await create.priced()
    await create.generate.click()
    await expect(create.cards('Charge unconfirmed')).toBeVisible({ timeout: 30_000 })
    expect(service.ledger()).toHaveLength(1)

    await studio.close()
    const again = await studio.open()
    await new Shell(again).goTo('Queue')
    const row = new QueuePage(again).row('lost on the way back')
    await expect(row).toContainText('Charge unconfirmed')
    for (const way of [/ID/, /Resend…/, /Stop tracking/])
      await expect(row.getByRole('button', { name: way })).toBeVisible()
    expect(service.calls('submit')).toBe(1)
  })

  // Catches: an id pasted by the user that is not picked up, or that starts a second job.
  test('the id from the service leads to the result without paying again', async ({ window, service }) => {
    const create = new CreatePage(window)
    await create.prompt.fill('found again')
    await create.priced()
    await create.generate.click()
    await expect(create.cards('Charge unconfirmed')).toBeVisible({ timeout: 30_000 })
    await new Shell(window).goTo('Queue')
    const row = new QueuePage(window).row('found again')
    await row.getByRole('button', { name: /ID/ }).click()
    await window.getByRole('textbox', { name: /id/i }).fill(service.ledger()[0]?.requestId ?? '')
    await window.getByRole('textbox', { name: /id/i }).press('Enter')
    await expect(row).toContainText('Saved', { timeout: 30_000 })
    expect(service.ledger()).toHaveLength(1)
  })

  // Catches: "Resend…" that forgets its job, or sends more than the user accepted to pay.
  test('Resend makes one new job and keeps the old one closed', async ({ window, service }) => {
    const create = new CreatePage(window)
    await create.prompt.fill('paid again, knowingly')
    await create.priced()
    await create.generate.click()
    await expect(create.cards('Charge unconfirmed')).toBeVisible({ timeout: 30_000 })
    service.fault()
    await new Shell(window).goTo('Queue')
    await new QueuePage(window)
      .row('paid again')
      .getByRole('button', { name: /Resend…/ })
      .click()
    const sure = window.getByRole('dialog').getByRole('button', { name: /Resend anyway/ })
    if (await sure.isVisible()) await sure.click()
    await expect(new QueuePage(window).row('paid again').getByText('Saved')).toBeVisible({ timeout: 30_000 })
    expect(service.ledger()).toHaveLength(2)
  })
})

test.describe('when the models list is a page of a proxy', () => {
  test.use({ faults: ['models:html-ok'] })

  // Catches: a blank picker or a crash where the service does not answer in its own form.
  test('the studio says what is wrong and offers to try again', async ({ window, service }) => {
    await expect(window.getByText('Easel couldn’t read the service’s reply.').first()).toBeVisible({
      timeout: 15_000,
    })
    service.fault()
    await window.getByRole('button', { name: 'Try again' }).first().click()
    await expect(new CreatePage(window).prompt).toBeVisible()
  })
})
