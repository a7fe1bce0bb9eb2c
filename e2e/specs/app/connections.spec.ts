import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPageServer } from '../../fixtures/servers.ts'
import { waitUntilReady } from '../../fixtures/Studio.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'
import { SettingsPage } from '../../pages/SettingsPage.ts'
import { Shell } from '../../pages/Shell.ts'

test.use({ connected: false })

/** Files below a folder that contain the text in UTF-8, UTF-16 or Base64. */
const filesWith = (folder: string, text: string): string[] => {
  const forms = [text, Buffer.from(text, 'utf16le').toString('latin1'), Buffer.from(text).toString('base64')]
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const content = readFileSync(file, 'latin1')
      return forms.some((form) => content.includes(form.replace(/=+$/, '')))
    })
}

// Catches: a service that can't be connected in Settings, and a test without a result.
test('a service is connected in Settings and generates an image', async ({ window, service }) => {
  const settings = new SettingsPage(window)
  await new Shell(window).goTo('Settings')
  await settings.fill('My service', service.address, service.key)
  await expect(await settings.test()).toContainText(/^Connected/)
  await settings.save()
  await expect(settings.connection('My service')).toContainText(/current/i)
  await new Shell(window).goTo('Create')
  await new CreatePage(window).generateImage('made at my service')
  expect(service.ledger()).toHaveLength(1)
})

// Catches: test results with the wrong cause.
test('Test connection distinguishes a rejected key, another kind of server and an unreachable URL', async ({
  window,
  service,
}) => {
  const other = await startPageServer('<!doctype html><title>Hello</title>')
  const settings = new SettingsPage(window)
  await new Shell(window).goTo('Settings')
  await settings.fill('Tested', service.address, 'not-the-key')
  await expect(await settings.test()).toContainText('the API key was rejected')
  await settings.form.getByLabel('Service URL').fill(other.address)
  await expect(await settings.test()).toContainText('isn’t a supported service')
  await other.close()
  await expect(await settings.test()).toContainText('Nothing responds at this URL')
})

// Catches: a rejected key that becomes the current connection, or is blamed on the model.
test('a rejected key is reported, not used automatically, and links to its setting', async ({
  window,
  service,
}) => {
  const shell = new Shell(window)
  const settings = new SettingsPage(window)
  await settings.addConnection('Good', service.address, service.key)
  await shell.goTo('Create')
  await new CreatePage(window).waitForPrice()

  await shell.goTo('Settings')
  await settings.fill('Wrong', service.address, 'not-the-key')
  await settings.save()
  await expect(settings.form.getByRole('status')).toContainText('the API key was rejected')
  await settings.form.getByRole('button', { name: 'Save anyway' }).click()
  await expect(settings.connection('Good')).toContainText('Current')

  await settings.connection('Wrong').getByRole('button', { name: 'Use connection' }).click()
  await expect(settings.connection('Wrong')).toContainText('Current')
  await shell.goTo('Create')
  await expect(window.getByText('The service rejected your API key.')).toBeVisible()
  await expect(window.getByText('no longer lists')).toHaveCount(0)
  await window.getByRole('button', { name: 'Update key' }).click()
  await settings.form.getByLabel('API key').fill(service.key)
  await settings.save()
  await shell.goTo('Create')
  await new CreatePage(window).generateImage('with the right key')
  expect(service.ledger()).toHaveLength(1)
})

// Catches: a key that the window can read, or that is stored outside the keychain.
test('the key never returns to the window and is not in the data folder', async ({ studio, service }) => {
  const page = await studio.open()
  const settings = new SettingsPage(page)
  await settings.addConnection('Secret', service.address, service.key)
  await new Shell(page).goTo('Create')
  await new CreatePage(page).generateImage('nothing to hide but the key')

  // In a browser the window receives everything from the studio over a WebSocket, in the desktop app over the bridge.
  const received: string[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => received.push(payload.toString())),
  )
  await page.reload()
  await waitUntilReady(page)
  await new Shell(page).goTo('Settings')
  await expect(settings.connection('Secret')).toBeVisible()
  received.push(
    await page.evaluate(
      async () => JSON.stringify(await window.easel?.call('connections.list', undefined)) ?? '',
    ),
  )
  expect(received.join('\n')).toContain('"name":"Secret"')
  expect(received.join('\n')).not.toContain(service.key)
  expect(await page.content()).not.toContain(service.key)
  await studio.close()
  expect(filesWith(studio.dataFolder, service.key)).toEqual([])
})

// Catches: a key that is lost at exit although there is a keychain.
test('with a keychain the connection works again after a restart', async ({ studio, service }) => {
  test.skip(process.env.EASEL_TEST_KEYCHAIN !== 'true', 'no keychain was started for the tests')
  const page = await studio.open()
  await new SettingsPage(page).addConnection('Kept', service.address, service.key)
  await studio.close()
  const again = await studio.open()
  await new CreatePage(again).generateImage('with the key of yesterday')
  expect(service.ledger()).toHaveLength(1)
})

// Catches: plain HTTP to other machines, which would expose the key.
test('a URL without TLS is rejected unless it is on this computer', async ({ window, service }) => {
  const settings = new SettingsPage(window)
  await new Shell(window).goTo('Settings')
  await settings.fill('Insecure', 'http://service.example', service.key)
  await settings.save()
  await expect(settings.form.getByText('Enter a URL that starts with https://')).toBeVisible()
  await expect(settings.form.getByLabel('Service URL')).toHaveAttribute('aria-invalid', 'true')
})
