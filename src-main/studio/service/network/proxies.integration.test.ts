import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server } from 'node:https'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { memoryLog } from '../../testing/memoryLog.ts'
import { listen } from '../../testing/servers/startHttp.ts'
import { selfSigned } from '../../testing/servers/selfSigned.ts'
import { startProxy } from '../../testing/servers/startProxy.ts'
import { normalizeAddress } from '../connections/normalizeInput.ts'
import { ServiceClient } from '../client/ServiceClient.ts'
import type { Exchange } from '../http/Exchange.ts'
import { networkParams } from '../responses/problemFrom.ts'
import { createEnvironmentRoutes, DIRECT_ONLY, parseSystemProxies, type FindRoutes } from './routes.ts'
import { RoutedDispatcher } from './RoutedDispatcher.ts'
import { listTrustedRoots } from './trustedRoots.ts'

const KEY = '12|a-secret-long-enough'
const HOST = 'api.service.example'
const { key, cert } = selfSigned(HOST)
let server: Server
let port = 0
const requests: string[] = []
const access = { connectionId: 'c', address: `https://${HOST}`, key: KEY }

// The roots are read once per process, at the first certificate that Node doesn't trust.
const folder = mkdtempSync(join(tmpdir(), 'easel-roots-'))
const extra = join(folder, 'root.pem')
writeFileSync(extra, `Some text\n${cert}`)
process.env['NODE_EXTRA_CA_CERTS'] = extra

beforeAll(async () => {
  server = createServer({ key, cert }, (request, response) => {
    requests.push(`${request.method} ${request.headers.authorization}`)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
  })
  port = await listen(server)
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

const open = (findRoutes: FindRoutes) => {
  const dispatcher = new RoutedDispatcher({ findRoutes, connections: 4, connectTimeoutMs: 2_000 })
  return { dispatcher, client: new ServiceClient({ dispatcher, userAgent: 'Easel/1', log: memoryLog() }) }
}
const byEnvironment = (env: Record<string, string>): FindRoutes => {
  const find = createEnvironmentRoutes(env)
  return async (target) => find?.(target) ?? DIRECT_ONLY
}

it('a request goes through the proxy of the environment, encrypted, and the proxy resolves the name', async () => {
  await using proxy = await startProxy(port)
  const { client } = open(byEnvironment({ HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` }))
  expect(await client.get(access, 'models')).toMatchObject({ kind: 'response', status: 200 })
  expect(proxy.tunnels).toContain(`${HOST}:443`)
  expect(proxy.requests).toEqual([])
  expect(requests.at(-1)).toBe(`GET Bearer ${KEY}`)
})

it('the name and password of the proxy are sent to it and to nobody else', async () => {
  const seen: (string | undefined)[] = []
  await using proxy = await startProxy(port, (socket, request) => {
    seen.push(request.headers['proxy-authorization'])
    if (request.headers['proxy-authorization']) return false
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n')
    return true
  })
  const withPassword = open(byEnvironment({ https_proxy: `us%40er:pass@127.0.0.1:${proxy.port}` }))
  expect(await withPassword.client.get(access, 'models')).toMatchObject({ kind: 'response', status: 200 })
  expect(seen.at(-1)).toBe(`Basic ${Buffer.from('us@er:pass').toString('base64')}`)

  const withoutPassword = open(byEnvironment({ HTTPS_PROXY: `127.0.0.1:${proxy.port}` }))
  expect(await withoutPassword.client.get(access, 'models')).toMatchObject({
    kind: 'fault',
    sent: false,
    cause: 'proxy',
    proxyFailure: 'password',
    proxy: `127.0.0.1:${proxy.port}`,
    detail: expect.stringContaining('asks for a password'),
  })
})

const answers = {
  'refuses with 403 and a page': [
    'refused',
    (socket: Socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n<html>no</html>'),
  ],
  'can’t resolve the name': ['refused', (socket: Socket) => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')],
  'redirects to a sign-in page': [
    'refused',
    (socket: Socket) => socket.end('HTTP/1.1 302 Found\r\nLocation: http://login\r\n\r\n'),
  ],
  'asks to sign in to the network': [
    'refused',
    (socket: Socket) => socket.end('HTTP/1.1 511 Network Authentication Required\r\n\r\n<html>'),
  ],
  'answers with text that isn’t HTTP': ['refused', (socket: Socket) => socket.end('<html>hello</html>')],
  'closes the connection': ['unreachable', (socket: Socket) => socket.destroy()],
} as const

test.each(Object.entries(answers))(
  'a proxy that %s is named, and nothing was sent',
  async (_, [failure, answer]) => {
    const before = requests.length
    await using proxy = await startProxy(port, (socket) => {
      answer(socket)
      return true
    })
    const { client } = open(byEnvironment({ HTTPS_PROXY: `127.0.0.1:${proxy.port}` }))
    const exchange = await client.post(
      access,
      { path: 'txt2img', encoding: 'json', text: '{}' },
      { timeoutMs: 10_000 },
    )
    expect(exchange).toMatchObject({
      sent: false,
      cause: 'proxy',
      proxyFailure: failure,
      proxy: `127.0.0.1:${proxy.port}`,
    })
    expect(requests.length).toBe(before)
  },
)

it('a proxy that is down is named', async () => {
  const { port: closedPort, [Symbol.asyncDispose]: close } = await startProxy(port)
  await close()
  const { client } = open(byEnvironment({ ALL_PROXY: `127.0.0.1:${closedPort}` }))
  expect(await client.get(access, 'models')).toMatchObject({
    cause: 'proxy',
    sent: false,
    proxyFailure: 'unreachable',
    proxy: `127.0.0.1:${closedPort}`,
  })
})

it('an unsupported proxy is named, and the request doesn’t go around it', async () => {
  const { client } = open(byEnvironment({ HTTPS_PROXY: 'socks4://old.example:1080' }))
  expect(await client.get(access, 'models')).toMatchObject({
    cause: 'proxy',
    sent: false,
    proxyFailure: 'unsupported',
    proxy: 'old.example:1080',
  })
})

it('a failed connection names a proxy that isn’t used for its address', async () => {
  const { client } = open(byEnvironment({ HTTPS_PROXY: 'proxy.example:3128', NO_PROXY: 'invalid' }))
  const exchange = await client.get({ ...access, address: 'https://no-such-host.invalid' }, 'models')
  expect(exchange).toMatchObject({ cause: 'dns', proxy: 'proxy.example:3128' })
})

it('a service on this computer is reached directly, whatever is configured', async () => {
  const local = selfSigned()
  const localServer = createServer(local, (_, response) => response.end('{}'))
  const localPort = await listen(localServer)
  const { client } = open(
    byEnvironment({
      HTTPS_PROXY: 'proxy.example:1',
      HTTP_PROXY: 'proxy.example:1',
      ALL_PROXY: 'proxy.example:1',
    }),
  )
  const exchange = await client.get({ ...access, address: `https://127.0.0.1:${localPort}` }, 'models')
  localServer.close()
  // Its certificate isn't trusted, so it was reached.
  expect(exchange).toMatchObject({ cause: 'tls', detail: expect.stringContaining('SELF_SIGNED') })
})

describe('the system’s proxies', () => {
  it('the next one is used if one is down, at once for further requests, and a change applies to the next request', async () => {
    const down = await startProxy(port)
    await down[Symbol.asyncDispose]()
    await using first = await startProxy(port)
    await using second = await startProxy(port)
    let list = `PROXY 127.0.0.1:${down.port}; PROXY 127.0.0.1:${first.port}`
    const { client } = open(async () => parseSystemProxies(list))
    expect(await client.get(access, 'models')).toMatchObject({ status: 200 })
    expect(await client.get(access, 'models')).toMatchObject({ status: 200 })
    expect(first.tunnels.length).toBeGreaterThan(0)
    list = `PROXY 127.0.0.1:${second.port}`
    expect(await client.get(access, 'models')).toMatchObject({ status: 200 })
    expect(second.tunnels.length).toBeGreaterThan(0)
  })

  it('a SOCKS 5 proxy gets the name of the server', async () => {
    const names: string[] = []
    const socks = createTcpServer((socket) => startSocks(socket, port, names))
    const socksPort = await listen(socks)
    const { client, dispatcher } = open(async () => parseSystemProxies(`SOCKS5 127.0.0.1:${socksPort}`))
    expect(await client.get(access, 'models')).toMatchObject({ status: 200 })
    expect(names).toContain(HOST)
    await dispatcher.destroy()
    socks.close()
  })
})

it('a service that only has an IPv6 address is reached, by its address and by a name', async () => {
  const six = createHttpServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[]}')
  })
  const sixPort = await new Promise<number>((resolve) => {
    six.listen({ port: 0, host: '::1', ipv6Only: true }, () => {
      const address = six.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  const { client, dispatcher } = open(async () => DIRECT_ONLY)
  for (const typed of [
    `[::1]:${sixPort}`,
    `http://[::1]:${sixPort}/`,
    `http://[0:0:0:0:0:0:0:1]:${sixPort}`,
  ]) {
    const address = normalizeAddress(typed)
    expect(await client.get({ ...access, address }, 'models')).toMatchObject({ status: 200 })
  }
  const named = new RoutedDispatcher({
    findRoutes: async () => DIRECT_ONLY,
    connections: 1,
    connectTimeoutMs: 2_000,
    // As for a name with addresses of both families, of which only the second one responds.
    lookup: (_, __, done) =>
      done(null, [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ]),
  })
  const byName = new ServiceClient({ dispatcher: named, userAgent: 'Easel/1', log: memoryLog() })
  const exchange = await byName.get({ ...access, address: `http://localhost:${sixPort}` }, 'models')
  expect(exchange).toMatchObject({ status: 200 })
  await Promise.all([dispatcher.destroy(), named.destroy()])
  six.close()
})

describe('the certificate of a server', () => {
  it('is trusted if its root is in the file of NODE_EXTRA_CA_CERTS', () => {
    expect(listTrustedRoots({ NODE_EXTRA_CA_CERTS: extra })).toContain(cert.trim())
    expect(listTrustedRoots({ NODE_EXTRA_CA_CERTS: '/no/such/file' }).length).toBeGreaterThan(100)
  })

  it('for another name, or from something that doesn’t speak TLS, is told apart', async () => {
    await using proxy = await startProxy(port)
    const { client } = open(byEnvironment({ HTTPS_PROXY: `127.0.0.1:${proxy.port}` }))
    expect(await client.get({ ...access, address: 'https://other.example' }, 'models')).toSatisfy(
      isTlsFailure('name'),
    )
    const plain = createTcpServer((socket) =>
      socket.end('HTTP/1.1 302 Found\r\nLocation: http://login/\r\n\r\n'),
    )
    const plainPort = await listen(plain)
    const direct = open(async () => DIRECT_ONLY)
    expect(
      await direct.client.get({ ...access, address: `https://127.0.0.1:${plainPort}` }, 'models'),
    ).toSatisfy(isTlsFailure('not_tls'))
    plain.close()
  })
})

const isTlsFailure = (reason: string) => (exchange: Exchange) =>
  exchange.kind === 'fault' &&
  !exchange.sent &&
  exchange.cause === 'tls' &&
  networkParams(exchange)?.reason === reason

/** A SOCKS 5 server (RFC 1928) without a password that connects every name to one port of this computer. */
function startSocks(socket: Socket, targetPort: number, names: string[]): void {
  socket.on('error', () => {})
  socket.once('data', () => {
    socket.write(Buffer.from([5, 0]))
    socket.once('data', (request: Buffer) => {
      names.push(request.toString('latin1', 5, 5 + (request[4] ?? 0)))
      socket.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]))
      const upstream = connect(targetPort, '127.0.0.1').on('error', () => socket.destroy())
      upstream.pipe(socket).pipe(upstream)
    })
  })
}
