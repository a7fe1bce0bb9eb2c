import { type Line, startLine } from '../fixtures/startLine.ts'
import { expect, test } from '../fixtures/test.ts'
import { CreatePage } from '../pages/CreatePage.ts'
import { QueuePage } from '../pages/QueuePage.ts'
import { SettingsPage } from '../pages/SettingsPage.ts'
import { Shell } from '../pages/Shell.ts'

test.describe('when the service can’t be reached', () => {
  // Slow enough that the job is still at work when the line is cut.
  test.use({ connected: false, speed: 0.5 })
  let line: Line
  test.beforeEach(async ({ service }) => {
    line = await startLine(service.address)
  })
  test.afterEach(() => line.close())

  // Catches: an outage that looks like work, and a form, a price or a job that stays dead when the service is back.
  test('it is said with since when, and one click brings everything back', async ({ window, service }) => {
    const shell = new Shell(window)
    const settings = new SettingsPage(window)
    await shell.goTo('Settings')
    await settings.fill('My line', line.address, service.key)
    await settings.save()
    await expect(settings.connection('My line')).toContainText('Current')
    await shell.goTo('Create')
    const create = new CreatePage(window)
    await create.prompt.fill('made during an outage')
    await create.priced()
    await create.generate.click()
    await expect(create.cards('Running')).toBeVisible()
    await line.cut()

    const note = window.getByRole('status').filter({ hasText: /^No connection to My line since/ })
    await expect(note).toBeVisible({ timeout: 30_000 })
    await expect(
      create.stage.getByText(/^Easel can’t reach the service \(since .* The job continues there/),
    ).toBeVisible()
    await create.choose('Meridian XL')
    await expect(create.generate).toHaveAccessibleName(/price unavailable/i)
    await shell.goTo('Queue')
    await expect(note).toBeVisible()
    await expect(new QueuePage(window).row('made during an outage')).toContainText('can’t reach the service')

    // The form asks for its price when it is opened, which would notice the return before the click.
    await shell.goTo('Create')
    await expect(create.generate).toHaveAccessibleName(/price unavailable/i)
    await line.restore()
    await note.getByRole('button', { name: 'Try again' }).click()
    await expect(note).toHaveCount(0)
    await create.priced()
    await expect(create.cards('Saved')).toBeVisible({ timeout: 60_000 })
    expect(service.ledger()).toHaveLength(1)
  })
})

// Catches: an outage with answers that is told as no outage, and prices that stay unavailable after it.
test('errors of the whole service are said, and its return is noticed at once with the network', async ({
  window,
  service,
}) => {
  const create = new CreatePage(window)
  await create.prompt.fill('errors everywhere')
  await create.priced()
  service.fault('500')
  await create.choose('Meridian XL')
  await expect(create.generate).toHaveAccessibleName(/price unavailable/i)
  const note = window.getByRole('status').filter({ hasText: /^Environment has returned errors since/ })
  await expect(note).toBeVisible()
  service.fault()
  await window.evaluate(() => dispatchEvent(new Event('online')))
  await expect(note).toHaveCount(0)
  await create.priced()
})

test.describe('when the models can’t be read on the first start', () => {
  test.use({ faults: ['models:500'] })

  // Catches: a list that was never read, told as an empty one, and a form that does not come back by itself.
  test('it is said, no task is called impossible, and the form comes by itself', async ({
    window,
    service,
  }) => {
    await expect(window.getByText('Couldn’t load the models')).toBeVisible()
    await expect(window.getByText(/lists no model/)).toHaveCount(0)
    await expect(window.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
    service.fault()
    await window.evaluate(() => dispatchEvent(new Event('online')))
    await expect(new CreatePage(window).prompt).toBeVisible()
  })
})

test.describe('when an order is answered with a redirect or an error', () => {
  for (const [fault, words] of [
    ['submit:503', 'The service replied with an error (HTTP 503).'],
    ['submit:500', 'The service replied with an error (HTTP 500).'],
  ] as const)
    // Catches: an answer that came, told as one that was lost.
    test(`${fault} is told as what was answered`, async ({ window, service }) => {
      const create = new CreatePage(window)
      await create.prompt.fill('answered')
      await create.priced()
      service.fault(`${fault}x1`)
      await create.generate.click()
      await expect(create.cards('Charge unconfirmed')).toBeVisible()
      await expect(create.stage.getByText(words, { exact: false })).toBeVisible()
    })
})
