import { createServer } from 'node:http'
import { findChromium } from '../../../scripts/test/findChromium.ts'
import { BrowserStudio } from '../../fixtures/BrowserStudio.ts'
import { waitUntilReady } from '../../fixtures/Studio.ts'
import { expect, test } from '../../fixtures/test.ts'
import { CreatePage } from '../../pages/CreatePage.ts'

/** A local server that is not Easel: it records the cookies that browsers send. */
const startListener = async () => {
  const cookies: string[] = []
  const server = createServer((request, response) => {
    cookies.push(request.headers.cookie ?? '')
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Another server</title>')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.closeAllConnections()
      server.close(() => resolve())
    })
  return { cookies, port, close }
}

test.skip(({ host }) => host !== 'browser', 'the desktop app has no URL and no cookie')

// Catches: a session cookie that the browser sends to other servers on this computer.
test('another server on this computer receives no cookie of Easel', async ({ window }) => {
  expect(new URL(window.url()).hostname).toMatch(/^[0-9a-f]{32}\.localhost$/)
  expect(await window.context().cookies()).toEqual([
    expect.objectContaining({ httpOnly: true, sameSite: 'Strict', domain: new URL(window.url()).hostname }),
  ])
  const other = await startListener()
  const page = await window.context().newPage()
  for (const name of ['127.0.0.1', 'localhost', 'other.localhost']) {
    await page.goto(`http://${name}:${other.port}/`)
    await expect(page).toHaveTitle('Another server')
  }
  expect(other.cookies.length).toBeGreaterThanOrEqual(3)
  expect(other.cookies.join('')).toBe('')
  await other.close()
})

// Catches: a URL that still works when read later in a history, a log or a process list.
test('a URL works only once, and its session stays open', async ({ window, chromium, studio }) => {
  if (!chromium || !(studio instanceof BrowserStudio)) throw new Error('This test needs the browser host')
  const otherBrowser = await chromium.newContext()
  const page = await otherBrowser.newPage()
  const response = await page.goto(studio.address)
  expect(response?.status()).toBe(403)
  await expect(page.getByText('Open the new link in the terminal')).toBeVisible()
  await window.reload()
  await expect(window.locator('html[data-ready=true]')).toBeAttached()
  await otherBrowser.close()
})

// Catches: an empty page in browsers that don't resolve names under .localhost.
test('a browser that can’t resolve the host name works at 127.0.0.1 with a new URL', async ({
  window,
  studio,
  service,
  playwright,
}) => {
  if (!(studio instanceof BrowserStudio)) throw new Error('This test needs the browser host')
  const executablePath = findChromium()
  if (!executablePath) throw new Error('There is no Chromium on this machine')
  const args = ['--host-resolver-rules=MAP *.localhost ~NOTFOUND', '--no-sandbox']
  const browser = await playwright.chromium.launch({ executablePath, args })
  const page = await browser.newPage()
  await page.goto(new URL('/', studio.address).href)
  await expect(page.getByText('Open the new link in the terminal')).toBeVisible()
  await expect.poll(() => studio.laterAddresses).toHaveLength(1)

  await page.goto(studio.laterAddresses[0] ?? '')
  await waitUntilReady(page)
  expect(new URL(page.url()).hostname).toBe('127.0.0.1')
  await new CreatePage(page).generateImage('made at the plain address')
  await expect(new CreatePage(window).cards('Saved')).toHaveCount(1)
  expect(service.ledger()).toHaveLength(1)
  await browser.close()
})
