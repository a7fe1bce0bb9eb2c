import { createSocket } from 'node:dgram'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { projectFolder } from '../../../scripts/test/projectFolder.ts'
import { electronPolicy } from '../../../src-main/hosts/shared/http/rendererFiles.ts'
import { expect, test } from '../../fixtures/electronTest.ts'
import { waitUntilReady } from '../../fixtures/Studio.ts'
import { runInForeignWindow } from '../../fixtures/foreignWindow.ts'

/* Electron's security checklist, by the numbers of its items: what a page may ask for, run, load and call. */

const PERMISSIONS = `
  geolocation notifications camera microphone midi clipboard-read clipboard-write persistent-storage
  screen-wake-lock display-capture idle-detection window-management local-fonts storage-access accelerometer
  gyroscope payment-handler background-sync
`
  .trim()
  .split(/\s+/)

// Catches: a permission that Electron grants by default.
test('5: the page may use the microphone once the user allows it, write text to the clipboard, and nothing else', async ({
  electron,
}) => {
  // Replaces the system's dialog, which tests can't control.
  await electron.app.evaluate(({ dialog }) => {
    const asked: string[] = []
    Object.assign(globalThis, { asked })
    Reflect.set(dialog, 'showMessageBox', async (...options: unknown[]) => {
      asked.push(JSON.stringify(options.at(-1)))
      return { response: 0 }
    })
  })
  const asked = async () => electron.app.evaluate((): string[] => Reflect.get(globalThis, 'asked'))
  // As strings, because TypeScript's list of permissions is shorter than Chromium's.
  const states = await electron.page.evaluate(`Promise.all(
    ${JSON.stringify(PERMISSIONS)}.map(async (name) => (await navigator.permissions.query({ name })).state !== 'denied' && name),
  ).then((granted) => granted.filter(Boolean))`)
  expect(states).toEqual(['clipboard-write'])
  expect(await asked()).toEqual([])
  const outcomes = await electron.page.evaluate(async () => {
    const outcome = (request: Promise<unknown>) =>
      request.then(
        () => 'granted',
        (error: DOMException) => error.name,
      )
    const { mediaDevices } = navigator
    return {
      microphone: await outcome(mediaDevices.getUserMedia({ audio: true })),
      camera: await outcome(mediaDevices.getUserMedia({ video: true })),
      both: await outcome(mediaDevices.getUserMedia({ audio: true, video: true })),
      screen: await outcome(mediaDevices.getDisplayMedia({ video: true })),
      midi: await outcome(navigator.requestMIDIAccess()),
      notifications: await Notification.requestPermission(),
      geolocation: await new Promise((done) => {
        navigator.geolocation.getCurrentPosition(
          () => done('granted'),
          ({ code }) => done(code),
        )
      }),
    }
  })
  expect(outcomes).toEqual({
    microphone: 'granted',
    camera: 'NotAllowedError',
    both: 'NotAllowedError',
    screen: 'NotAllowedError',
    midi: 'NotAllowedError',
    notifications: 'denied',
    geolocation: 1,
  })
  // Asked once, by the program and not by the page, in words of its own.
  expect(await asked()).toEqual([expect.stringContaining('Let Easel use the microphone?')])
  const microphone = () =>
    electron.page.evaluate(() =>
      navigator.mediaDevices.getUserMedia({ audio: true }).then(() => 'granted', String),
    )
  expect(await microphone()).toBe('granted')
  expect(await asked()).toHaveLength(1)
  // Withdrawn, it is asked for again.
  await electron.page.evaluate(() => window.easel?.call('studio.forget_microphone', undefined))
  expect(await microphone()).toBe('granted')
  expect(await asked()).toHaveLength(2)
})

// Catches: WebRTC, which no content policy covers, sending what the page knows to any server.
test('7: WebRTC sends nothing, neither over UDP nor over TCP', async ({ electron: { app, page } }) => {
  let packets = 0
  let connections = 0
  const udp = createSocket('udp4', () => packets++)
  const tcp = createServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve))
  const address = tcp.address()
  const tcpPort = typeof address === 'object' && address ? address.port : 0
  const gather = () =>
    page.evaluate(
      async ([udpPort, port]) => {
        const connection = new RTCPeerConnection({
          iceServers: [
            { urls: `stun:127.0.0.1:${udpPort}` },
            { urls: `turn:127.0.0.1:${udpPort}?transport=udp`, username: 'a', credential: 'b' },
            { urls: `turn:127.0.0.1:${port}?transport=tcp`, username: 'a', credential: 'b' },
          ],
        })
        connection.createDataChannel('x')
        await connection.setLocalDescription(await connection.createOffer())
        const { promise, resolve } = Promise.withResolvers<string>()
        const check = () => connection.iceGatheringState === 'complete' && resolve('complete')
        connection.addEventListener('icegatheringstatechange', check)
        check()
        return promise
      },
      [udp.address().port, tcpPort] as const,
    )
  expect(await gather()).toBe('complete')
  expect({ packets, connections }).toEqual({ packets: 0, connections: 0 })
  // Without the policy, the same page does send.
  const setPolicy = (policy: 'default' | 'disable_non_proxied_udp') =>
    app.evaluate(({ webContents }, wanted) => {
      for (const contents of webContents.getAllWebContents()) contents.setWebRTCIPHandlingPolicy(wanted)
    }, policy)
  await setPolicy('default')
  await gather()
  expect(packets).toBeGreaterThan(0)
  await setPolicy('disable_non_proxied_udp')
  udp.close()
  tcp.close()
})

// Catches: a missing policy, or one that allows any of these.
test('7: the content policy blocks everything except our own files', async ({ electron }) => {
  const { page, app } = electron
  const sent = await app.evaluate(async ({ session }) => {
    const { headers } = await session.defaultSession.fetch('app://studio/')
    return [headers.get('content-security-policy'), headers.get('x-content-type-options')]
  })
  expect(sent).toEqual([electronPolicy, 'nosniff'])
  const directives = electronPolicy.split('; ')
  for (const directive of [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'none'",
    "object-src 'none'",
  ])
    expect(directives).toContain(directive)
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { refused: seen })
    document.addEventListener('securitypolicyviolation', (event) => seen.push(event.effectiveDirective))
    const add = (tag: string, facts: object): void =>
      document.body.append(Object.assign(document.createElement(tag), facts))
    const elsewhere = 'https://example.com/x'
    add('style', { textContent: 'body { color: red }' })
    add('img', { src: elsewhere })
    add('audio', { src: elsewhere })
    add('iframe', { src: elsewhere })
    add('base', { href: elsewhere })
    fetch(elsewhere).catch(() => {})
  })
  const refused = async () => new Set(await page.evaluate((): string[] => Reflect.get(window, 'refused')))
  await expect
    .poll(refused)
    .toEqual(new Set(['style-src-elem', 'img-src', 'media-src', 'frame-src', 'base-uri', 'connect-src']))
  await page.reload()
  await waitUntilReady(page)
})

// Catches: inline scripts, and text evaluated as a script.
test('7: neither inline scripts nor strings run as code', async ({ electron: { app } }) => {
  const script = `new Promise((resolve) => {
    document.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective), { once: true })
    const inline = document.createElement('script')
    try { inline.textContent = 'window.ran = true' } catch { resolve('require-trusted-types-for') }
    document.body.append(inline)
  }).then((refused) => {
    let evaluated = 'ran'
    try { eval('1') } catch { evaluated = 'refused' }
    return [refused, window.ran ?? 'refused', evaluated]
  })`
  expect(await runInForeignWindow(app, { url: 'app://studio/', script })).toEqual([
    'require-trusted-types-for',
    'refused',
    'refused',
  ])
})

const OWN_CHANNELS = [
  'easel:begin_file',
  'easel:call',
  'easel:cancel_drag',
  'easel:drag_out',
  'easel:end_file',
  'easel:follow_download',
  'easel:import_paths',
  'easel:put_chunk',
  'easel:read_media',
  'easel:save_file',
  'easel:save_thumb',
]

// Catches: a channel without a sender check, including new ones.
test('17: every channel rejects foreign windows', async ({ electron: { app } }, testInfo) => {
  const channels = await app.evaluate(({ ipcMain }) => {
    const handlers: unknown = Reflect.get(ipcMain, '_invokeHandlers')
    const names = handlers instanceof Map ? [...handlers.keys()].map(String) : []
    // Electron responds on an internal channel.
    return [
      ...names.filter((name) => name !== 'IMPORT_SHARED_TEXTURE_RELEASE_RENDERER_TO_MAIN'),
      ...ipcMain.eventNames(),
    ]
  })
  expect(new Set(channels)).toEqual(new Set(['error', ...OWN_CHANNELS]))

  const preload = testInfo.outputPath('preload.cjs')
  writeFileSync(
    preload,
    `const { contextBridge, ipcRenderer } = require('electron')
     contextBridge.exposeInMainWorld('invoke', (channel) => ipcRenderer.invoke(channel, 'studio.info', undefined))`,
  )
  const script = `Promise.all(${JSON.stringify(OWN_CHANNELS)}.map((channel) => invoke(channel)))`
  const responses = await runInForeignWindow(app, { url: 'app://studio/', preload, script })
  const refusal = { ok: false, error: { code: 'forbidden_sender', money: 'none' } }
  expect(responses).toEqual(OWN_CHANNELS.map(() => refusal))
})

// Catches: a page loaded from a file, access to other files by either scheme, and wrong content types.
test('18: pages and media use our own schemes, which serve only listed files', async ({ electron }) => {
  const { page, app } = electron
  expect(await page.evaluate(() => [location.protocol, isSecureContext])).toEqual(['app:', true])
  const statuses = await app.evaluate(
    ({ session }, addresses) =>
      Promise.all(
        addresses.map((address) =>
          session.defaultSession.fetch(address).then(
            ({ status }) => status,
            ({ message }: Error) => message,
          ),
        ),
      ),
    [
      'app://studio/index.html',
      'app://studio/../../package.json',
      'app://studio/..%2f..%2fpackage.json',
      'app://studio/%2e%2e/%2e%2e/package.json',
      'app://studio/assets/..%5c..%5cpackage.json',
      'app://other/index.html',
      'media://asset/..%2f..%2feasel.db',
      'media://other/1',
    ],
  )
  expect(statuses).toEqual([200, 404, 404, 404, 404, 404, 404, 404])
  const file = runInForeignWindow(app, { url: `file://${projectFolder}/package.json`, script: '1' })
  await expect(file).rejects.toThrow('ERR_BLOCKED_BY_CLIENT')
})

// Electron has no API to read the privileges of a scheme.
test('18: neither scheme lets other origins read it (as configuration)', () => {
  const schemes = readFileSync(join(projectFolder, 'src-main/hosts/electron/protocols.ts'), 'utf8')
  expect(schemes.match(/corsEnabled: \w+/g)).toEqual(['corsEnabled: false'])
  expect(schemes).not.toMatch(/bypassCSP|allowServiceWorkers|allowExtensions/)
})
