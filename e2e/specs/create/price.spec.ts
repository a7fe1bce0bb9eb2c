import { expect, test } from '../../fixtures/test.ts'
import { startRequestGate } from '../../fixtures/servers.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { SettingsPage } from '../../pages/SettingsPage.ts'
import { Shell } from '../../pages/Shell.ts'

// Catches: price calls for text that can't change the price.
test('editing the prompt costs no price call', async ({ window, service }) => {
  const create = new CreatePage(window)
  await create.prompt.fill('a')
  await create.waitForPrice()
  const before = service.requestCount('price')
  await create.prompt.pressSequentially(' longer prompt, typed letter by letter')
  await create.waitForPrice()
  expect(service.requestCount('price')).toBe(before)
})

test.describe('with late responses', () => {
  test.use({ connected: false })

  // Catches: a price of an earlier form.
  test('a late response for an earlier form is never shown', async ({ window, service }) => {
    const gate = await startRequestGate(service.address, (body) => body.includes('"steps":30'))
    await new SettingsPage(window).addConnection('Behind a gate', gate.address, service.key)
    await new Shell(window).goTo('Create')
    const create = new CreatePage(window)
    await create.chooseModel('Meridian XL')
    await create.prompt.fill('overtaken')
    const before = await create.readPrice()
    await create.fillField(create.steps, '30')
    await expect.poll(() => gate.held().length).toBe(1)
    await create.fillField(create.steps, '12')
    await expect.poll(() => create.readPrice()).not.toBe(before)
    const current = await create.readPrice()
    await gate.release()
    await create.waitForNextFrames()
    expect(await create.readPrice()).toBe(current)
    await gate.close()
  })
})

// Catches: an invented or stale price if the service returns none.
test('without a price from the service, the button shows that and the reason', async ({
  window,
  service,
}) => {
  const create = new CreatePage(window)
  await create.prompt.fill('priceless')
  await create.waitForPrice()
  service.setFaults('price:500')
  await create.chooseModel('Meridian XL')
  await expect(create.generate).toHaveAccessibleName(/price unavailable/i, { timeout: 15_000 })
  await expect(create.generate).not.toContainText('$')
  await expect(window.getByText('The service has a problem.')).toBeVisible()
})

test.describe('with slow price responses', () => {
  test.use({ faults: ['price:slow=1500'] })

  // Catches: an empty button, or the last price, while the new one is requested.
  test('the button shows that the price is loading', async ({ window }) => {
    const create = new CreatePage(window)
    await create.prompt.fill('patience')
    await expect(create.generate).toHaveAccessibleName(/pricing/i)
    await create.waitForPrice()
  })
})
