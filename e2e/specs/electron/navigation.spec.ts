import { createServer } from 'node:http'
import { sourceFiles } from '../../../scripts/test/rules/sourceFiles.ts'
import { expect, test } from '../../fixtures/electronTest.ts'
import { waitUntilReady } from '../../fixtures/Studio.ts'
import { findEventOutcome } from '../../fixtures/foreignWindow.ts'

/* Electron's security checklist, by the numbers of its items: where a window may go, and what it may open. */

const FOREIGN = [
  'https://example.com/',
  'http://127.0.0.1:1/',
  'file:///etc/passwd',
  'data:text/html,hello',
  'about:blank',
  'about:blank#studio',
  'about:srcdoc',
  'app://studio.example/',
  'media://asset/1',
  'mailto:somebody@example.com',
  'smb://example.com/share',
]
const PAGE = /^app:\/\/studio\//
const OURS = expect.stringMatching(PAGE)

// Catches: a webview attached by a page, whatever the preferences of its window are.
test('12: no webview is attached, not even in a window that allows the tag', async ({ electron }) => {
  const script = `const view = document.createElement('webview'); view.src = 'about:blank'; document.body.append(view)`
  const window = { url: 'app://studio/', webviewTag: true, script }
  expect(await findEventOutcome(electron.app, 'will-attach-webview', window)).toMatchObject({
    prevented: true,
  })
})

// Catches: navigation of the page to another address. The host isn't notified of `about:blank`.
test('13: the page can’t navigate away and keeps its state', async ({ electron: { page, app } }) => {
  await page.evaluate(() => Object.assign(window, { kept: 'state' }))
  for (const address of FOREIGN)
    await page.evaluate((to) => {
      location.href = to
    }, address)
  await page.evaluate(() => {
    location.href = URL.createObjectURL(new Blob(['<p>other</p>'], { type: 'text/html' }))
    window.open('about:blank', '_self')
  })
  // An allowed navigation would have replaced the page by the end of loading; the page responds only if it is still there.
  await app.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    if (contents?.isLoading())
      await new Promise<void>((resolve) => {
        contents.once('did-stop-loading', () => resolve())
      })
  })
  expect(await page.evaluate(() => [location.href, Reflect.get(window, 'kept')])).toEqual([OURS, 'state'])
})

// Catches: a host that relies on the preload, which a compromised renderer can bypass.
test('13: the host blocks navigation of a page without the preload', async ({ electron: { app } }) => {
  const window = { url: 'app://studio/', script: `location.href = 'https://example.com/'` }
  const outcome = await findEventOutcome(app, 'will-frame-navigate', window)
  expect(outcome).toEqual({ url: 'https://example.com/', prevented: true })
})

// Catches: a redirect of an allowed address.
test('13: the host blocks redirects', async ({ electron: { app } }) => {
  const server = createServer((_request, response) => {
    response.writeHead(302, { location: 'https://example.com/' }).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const window = { url: `http://127.0.0.1:${port}/`, partition: 'redirects', script: '' }
  expect(await findEventOutcome(app, 'will-redirect', window)).toEqual({
    url: 'https://example.com/',
    prevented: true,
  })
  server.close()
})

// Catches: a window that stays empty after an unblocked navigation.
for (const address of ['about:blank', 'about:srcdoc'])
  test(`13: the window comes back from ${address}`, async ({ electron: { page, app } }) => {
    await app.evaluate(async ({ BrowserWindow }, to) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents
      const home = new Promise<void>((resolve) => {
        contents?.once('dom-ready', () => resolve())
      })
      await contents?.loadURL(to).catch(() => {})
      await home
    }, address)
    await expect(page).toHaveURL(PAGE)
    await waitUntilReady(page)
  })

// Catches: a second window, by script or by link.
test('14: no window is opened', async ({ electron: { page, app } }) => {
  const opened = await page.evaluate(
    (addresses) => {
      for (const address of addresses) {
        const link = Object.assign(document.createElement('a'), { href: address, target: '_blank' })
        document.body.append(link)
        link.click()
        link.remove()
      }
      const results = addresses.map((address) => window.open(address, '', 'popup'))
      return results.filter((result) => result !== null).length
    },
    [...FOREIGN, 'app://studio/', ''],
  )
  expect(opened).toBe(0)
  const all = await app.evaluate(({ webContents }) =>
    webContents.getAllWebContents().map((one) => one.getURL()),
  )
  expect(all).toEqual([OURS])
})

// Catches: a URL from the page that the system opens.
test('15: nothing is opened outside Easel, and the code has no means to', async ({
  electron: { page, app },
}) => {
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    const note = (address: string) => {
      opened.push(address)
      return Promise.resolve('')
    }
    Object.assign(shell, { openExternal: note, openPath: note })
    globalThis.openedOutside = opened
  })
  await page.evaluate((addresses) => {
    for (const target of ['_self', '_blank'])
      for (const href of addresses) {
        const link = Object.assign(document.createElement('a'), { href, target })
        document.body.append(link)
        link.click()
        link.remove()
      }
  }, FOREIGN)
  expect(await app.evaluate(() => globalThis.openedOutside)).toEqual([])
  const callers = sourceFiles(['src-main', 'src-preload']).filter(({ text }) =>
    /openExternal|openPath/.test(text),
  )
  expect(callers.map(({ path }) => path)).toEqual([])
})
