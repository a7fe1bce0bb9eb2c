import { createServer, type Server } from 'node:https'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { listen } from '../../testing/servers/startHttp.ts'
import { selfSigned } from '../../testing/servers/selfSigned.ts'
import { startProxy } from '../../testing/servers/startProxy.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { parseSystemProxies } from '../../service/network/routes.ts'
import { AllowedHosts } from './AllowedHosts.ts'
import { Downloads } from './Downloads.ts'

const HOST = 'files.results.example'
const { key, cert } = selfSigned(HOST)
// The roots are read once per process, at the first certificate that Node doesn't trust.
const folder = mkdtempSync(join(tmpdir(), 'easel-roots-'))
writeFileSync(join(folder, 'root.pem'), cert)
process.env['NODE_EXTRA_CA_CERTS'] = join(folder, 'root.pem')

const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
let server: Server
let port = 0
let respond = (response: ServerResponse): unknown => response.end(GIF)
beforeAll(async () => {
  server = createServer({ key, cert }, (_, response) => void respond(response))
  port = await listen(server)
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const download = async (proxyPort: number, url: string, expect: 'image' | 'media' | 'any' = 'image') => {
  const downloads = new Downloads({
    libraryFolder: temporaryFolder(),
    clock: fakeClock(),
    uuid: () => 'id',
    log: memoryLog(),
    findRoutes: async () => parseSystemProxies(`PROXY 127.0.0.1:${proxyPort}`),
  })
  const outcome = await downloads.download({ url, responseUrl: 'https://api.service.example/x', expect })
  await downloads.close()
  return outcome
}

it('a result is downloaded through the proxy, which resolves its host', async () => {
  await using proxy = await startProxy(port)
  expect(await download(proxy.port, `https://${HOST}/a.gif`)).toMatchObject({
    kind: 'file',
    file: { format: 'gif' },
  })
  expect([...new Set(proxy.tunnels)]).toEqual([`${HOST}:443`])
})

test.each([
  'https://10.0.0.1/a.gif',
  'https://169.254.169.254/latest',
  'https://127.0.0.1/a.gif',
  'https://[::1]/a.gif',
  'https://[fd00::1]/a.gif',
  'https://[::ffff:10.0.0.1]/a.gif',
  'https://[64:ff9b::a00:1]/a.gif',
  'https://localhost/a.gif',
  'https://intranet/a.gif',
  'https://printer.local/a.gif',
  'https://metadata.google.internal/a.gif',
  'https://server.corp./a.gif',
])('a proxy doesn’t lead to an address that isn’t allowed: %s', async (url) => {
  await using proxy = await startProxy(port)
  expect(await download(proxy.port, url)).toMatchObject({
    kind: 'refused',
    problem: { params: { what: 'address' } },
  })
  expect(proxy.tunnels).toEqual([])
})

test.each([
  [['93.184.215.14'], true],
  [['10.0.0.1'], false],
  [['93.184.215.14', '10.0.0.1'], false],
  [['64:ff9b::5db8:d70e'], true],
  [['64:ff9b::a00:1'], false],
  [[], true],
])(
  'a name that this computer resolves to %o may be reached through a proxy: %s',
  async (addresses, isAllowed) => {
    const hosts = new AllowedHosts('https://api.service.example', (hostname, _, done) => {
      const isService = hostname === 'api.service.example'
      const found = isService ? ['93.184.215.14'] : addresses
      if (found.length === 0) done(new Error('ENOTFOUND'), [])
      else
        done(
          null,
          found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        )
    })
    const check = hosts.checkProxiedHost('files.example')
    await (isAllowed
      ? expect(check).resolves.toBeUndefined()
      : expect(check).rejects.toThrow('Address refused'))
  },
)

test.each([
  ['password', 'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'],
  ['refused', 'HTTP/1.1 403 Forbidden\r\n\r\n<html>'],
])('a proxy that says no is named, and the download is tried again: %s', async (reason, answer) => {
  await using proxy = await startProxy(port, (socket) => {
    socket.end(answer)
    return true
  })
  expect(await download(proxy.port, `https://${HOST}/a.gif`)).toMatchObject({
    kind: 'failed',
    problem: {
      code: 'service_proxy',
      money: 'charged',
      params: { reason, proxy: `127.0.0.1:${proxy.port}` },
    },
  })
})

const PAGE = '<!DOCTYPE html><title>Sign in</title>'
test.each(['image', 'media', 'any'] as const)(
  'a sign-in page is never saved as a result of the kind %s, and the download is tried again',
  async (expected) => {
    await using proxy = await startProxy(port)
    const answers: ((response: ServerResponse) => unknown)[] = [
      (response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE),
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('Please sign in'),
      (response) => response.writeHead(511, { 'content-type': 'text/html' }).end(PAGE),
    ]
    for (const answer of answers) {
      respond = answer
      expect(await download(proxy.port, `https://${HOST}/a.gif`, expected)).toMatchObject({
        kind: 'failed',
        problem: { code: 'service_sign_in', money: 'charged' },
      })
    }
    respond = (response) => response.writeHead(200, { 'content-type': 'text/html' }).end(GIF)
    expect(await download(proxy.port, `https://${HOST}/a.gif`, expected)).toMatchObject({ kind: 'file' })
  },
)
