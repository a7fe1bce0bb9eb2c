import { readFileSync } from 'node:fs'
import { expect, test } from '../../fixtures/electronTest.ts'
import { startPageServer } from '../../fixtures/servers.ts'
import { readWebPreferences } from '../../fixtures/webPreferences.ts'

/*
 * Electron's security checklist by item number: the window's preferences. The other items are in the
 * specs beside this one; docs/decisions/electron-security.md says how each item is checked.
 */
const asRoot = process.platform === 'linux' && process.getuid?.() === 0

// Catches: a page, script, font or image of the window that comes from the web.
test('1: the window loads its own files only, and its session reaches no web address', async ({
  electron,
}) => {
  const { page, app } = electron
  const loaded = await page.evaluate(() =>
    [location.href, ...performance.getEntriesByType('resource').map((entry) => entry.name)].map(
      (address) => new URL(address).protocol,
    ),
  )
  expect(new Set(loaded)).toEqual(new Set(['app:']))
  const server = await startPageServer('reached')
  const responses = await app.evaluate(
    ({ session }, addresses) =>
      Promise.all(
        addresses.map((address) =>
          session.defaultSession.fetch(address).then((response) => response.text(), String),
        ),
      ),
    [server.address, server.address.replace('127.0.0.1', 'localhost')],
  )
  await server.close()
  for (const text of responses) expect(text).toContain('ERR_BLOCKED_BY_CLIENT')
})

// Catches: Node inside the page, its frames or its workers.
test('2: the page has no Node', async ({ electron: { page, app } }) => {
  const preferences = await readWebPreferences(app)
  expect(preferences['nodeIntegration']).toBe(false)
  expect(preferences['nodeIntegrationInSubFrames']).toBe(false)
  expect(preferences['nodeIntegrationInWorker'] ?? false).toBe(false)
  const names = ['require', 'process', 'module', 'Buffer', 'global', '__dirname', 'ipcRenderer']
  expect(await page.evaluate((all) => all.filter((name) => name in globalThis), names)).toEqual([])
})

// Catches: a page that affects the preload by modifying JavaScript's built-ins.
test('3: changes of the page to JavaScript’s built-ins don’t affect the preload', async ({ electron }) => {
  const { page, app } = electron
  expect((await readWebPreferences(app))['contextIsolation']).toBe(true)
  const seen = await page.evaluate(() => {
    let calls = 0
    const original = Reflect.get(Set.prototype, 'add')
    Reflect.set(Set.prototype, 'add', function add(this: Set<unknown>, value: unknown) {
      calls += 1
      return Reflect.apply(original, this, [value])
    })
    if (!window.easel) throw new Error('The page has no bridge')
    window.easel.onEvent(() => {})()
    Reflect.set(Set.prototype, 'add', original)
    return calls
  })
  expect(seen).toBe(0)
})

// Catches: a window process outside the system's sandbox.
test('4: the window process is sandboxed, or only configured to be if it runs as root', async ({
  electron: { app },
}) => {
  expect((await readWebPreferences(app))['sandbox']).toBe(true)
  const sandboxed = await app.evaluate(({ app }) => app.commandLine.hasSwitch('enable-sandbox'))
  expect(sandboxed).toBe(!asRoot)
  if (process.platform !== 'linux' || asRoot) return
  const pid = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
  )
  expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Seccomp:\s*2$/m)
})

// Catches: web security off, or insecure content, experiments or webviews on, for the window or by a Chromium switch.
test('6, 8, 9, 10, 11: web security is on; insecure content, experiments and webviews are off', async ({
  electron: { page, app },
}) => {
  expect(await readWebPreferences(app)).toMatchObject({
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    enableBlinkFeatures: '',
    webviewTag: false,
  })
  const switches = [
    'disable-web-security',
    'allow-running-insecure-content',
    'enable-experimental-web-platform-features',
    'enable-blink-features',
  ]
  const given = await app.evaluate(
    ({ app }, names) => names.filter((name) => app.commandLine.hasSwitch(name)),
    switches,
  )
  expect(given).toEqual([])
  expect(await page.evaluate(() => 'loadURL' in document.createElement('webview'))).toBe(false)
})

// Catches: Electron objects, or anything besides the bridge, exposed to the page.
test('20: only the bridge is exposed to the page, and only the data of events', async ({ electron }) => {
  const { page, app } = electron
  const given = await page.evaluate(() => ({
    bridge: Object.keys(window.easel ?? {}).sort(),
    media: Object.keys(window.easel?.media ?? {}).sort(),
    fixed: Object.getOwnPropertyDescriptor(window, 'easel')?.writable === false,
  }))
  expect(given).toEqual({
    bridge: [
      'addInputFile',
      'call',
      'dragOut',
      'followDownload',
      'importDropped',
      'media',
      'onEvent',
      'saveFile',
    ],
    media: ['read', 'saveThumb', 'url'],
    fixed: true,
  })
  const received = page.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        window.easel?.onEvent((...args: unknown[]) => resolve(args))
        document.title = 'listening'
      }),
  )
  await expect(page).toHaveTitle('listening')
  const event = { type: 'settings.changed' }
  await app.evaluate(({ BrowserWindow }, sent) => {
    BrowserWindow.getAllWindows()[0]?.webContents.send('easel:event', sent)
  }, event)
  expect(await received).toEqual([event])
})
