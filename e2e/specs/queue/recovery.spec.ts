import { type OutageProxy, startOutageProxy } from '../../fixtures/servers.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { QueuePage } from '../../pages/QueuePage.ts'
import { SettingsPage } from '../../pages/SettingsPage.ts'
import { Shell } from '../../pages/Shell.ts'

test.describe('when the service can’t be reached', () => {
  // Slow enough that the job is still running when the connection is cut.
  test.use({ connected: false, speed: 0.5 })
  let proxy: OutageProxy
  test.beforeEach(async ({ service }) => {
    proxy = await startOutageProxy(service.address)
  })
  test.afterEach(() => proxy.close())

  // Catches: an outage that looks like progress, and a form, price or job that doesn't recover.
  test('the outage and its start are shown, and one click recovers everything', async ({
    window,
    service,
  }) => {
    const shell = new Shell(window)
    await new SettingsPage(window).addConnection('My line', proxy.address, service.key)
    await shell.goTo('Create')
    const create = new CreatePage(window)
    await create.prompt.fill('made during an outage')
    await create.waitForPrice()
    await create.generate.click()
    await expect(create.cards('Running')).toBeVisible()
    await proxy.cut()

    const note = window.getByRole('status').filter({ hasText: /^No connection to My line since/ })
    await expect(note).toBeVisible({ timeout: 30_000 })
    await expect(
      create.stage.getByText(/^Easel can’t reach the service \(since .* The job continues there/),
    ).toBeVisible()
    await create.chooseModel('Meridian XL')
    await expect(create.generate).toHaveAccessibleName(/price unavailable/i)
    await shell.goTo('Queue')
    await expect(note).toBeVisible()
    await expect(new QueuePage(window).row('made during an outage')).toContainText('can’t reach the service')

    // Opening the form requests a price, which would detect the recovery before the click.
    await shell.goTo('Create')
    await expect(create.generate).toHaveAccessibleName(/price unavailable/i)
    await proxy.restore()
    await note.getByRole('button', { name: 'Try again' }).click()
    await expect(note).toHaveCount(0)
    await create.waitForPrice()
    await expect(create.cards('Saved')).toBeVisible({ timeout: 60_000 })
    expect(service.ledger()).toHaveLength(1)
  })
})

// Catches: an outage with error responses that isn't reported, and prices that stay unavailable.
test('errors of the entire service are reported, and the recovery is detected when the network returns', async ({
  window,
  service,
}) => {
  const create = new CreatePage(window)
  await create.prompt.fill('errors everywhere')
  await create.waitForPrice()
  service.setFaults('500')
  await create.chooseModel('Meridian XL')
  await expect(create.generate).toHaveAccessibleName(/price unavailable/i)
  const note = window.getByRole('status').filter({ hasText: /^Environment has returned errors since/ })
  await expect(note).toBeVisible()
  service.setFaults()
  await window.evaluate(() => dispatchEvent(new Event('online')))
  await expect(note).toHaveCount(0)
  await create.waitForPrice()
})

test.describe('when the models can’t be read on the first start', () => {
  test.use({ faults: ['models:500'] })

  // Catches: a list that failed to load shown as empty, and a form that doesn't recover automatically.
  test('the failure is shown, no task is shown as unavailable, and the form recovers automatically', async ({
    window,
    service,
  }) => {
    await expect(window.getByText('Couldn’t load the models')).toBeVisible()
    await expect(window.getByText(/lists no model/)).toHaveCount(0)
    await expect(window.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
    service.setFaults()
    await window.evaluate(() => dispatchEvent(new Event('online')))
    await expect(new CreatePage(window).prompt).toBeVisible()
  })
})

test.describe('when the response to a job is a server error', () => {
  for (const [fault, message] of [
    ['submit:503', 'The service replied with an error (HTTP 503).'],
    ['submit:500', 'The service replied with an error (HTTP 500).'],
  ] as const)
    // Catches: a received response reported as lost.
    test(`${fault} is reported with its status`, async ({ window, service }) => {
      const create = new CreatePage(window)
      await create.prompt.fill('answered')
      await create.waitForPrice()
      service.setFaults(`${fault}x1`)
      await create.generate.click()
      await expect(create.cards('Charge unconfirmed')).toBeVisible()
      await expect(create.stage.getByText(message, { exact: false })).toBeVisible()
    })
})
