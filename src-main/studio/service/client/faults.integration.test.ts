import { createSecureServer as createHttp2Server } from 'node:http2'
import { createServer as createSecureServer } from 'node:https'
import { Agent } from 'undici'
import { afterAll, describe, expect, it } from 'vitest'
import { memoryLog } from '../../testing/memoryLog.ts'
import { listen } from '../../testing/servers/startHttp.ts'
import { selfSigned } from '../../testing/servers/selfSigned.ts'
import { startTcp } from '../../testing/servers/startTcp.ts'
import { ServiceClient } from './ServiceClient.ts'

const dispatcher = new Agent()
afterAll(() => dispatcher.close())

const client = new ServiceClient({ dispatcher, userAgent: 'Easel/1.2.3', log: memoryLog() })
const access = (address: string) => ({ connectionId: 'c', address, key: '12|a-secret-long-enough' })
const post = (path = 'txt2img') => ({ path, encoding: 'json' as const, text: '{"prompt":"a fox"}' })

describe('a fault before anything was sent has `sent: false`', () => {
  it('refused port', async () => {
    const server = await startTcp(() => {})
    await server[Symbol.asyncDispose]()

    expect(await client.post(access(server.address), post())).toMatchObject({ cause: 'refused', sent: false })
  })

  it('unknown host', async () => {
    const exchange = await client.post(access('https://no-such-host.invalid'), post())

    expect(exchange).toMatchObject({ cause: 'dns', sent: false })
  })

  it('a server without TLS', async () => {
    await using server = await startTcp((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))

    const exchange = await client.post(access(`https://127.0.0.1:${server.port}`), post())

    expect(exchange).toMatchObject({ cause: 'tls', sent: false })
    expect(server.sent()).not.toContain('POST')
  })

  it('an untrusted certificate', async () => {
    let requests = 0
    const server = createSecureServer(selfSigned(), () => requests++)
    const port = await listen(server)

    const exchange = await client.post(access(`https://127.0.0.1:${port}`), post())
    await new Promise((resolve) => server.close(resolve))

    expect(exchange).toMatchObject({
      cause: 'tls',
      sent: false,
      detail: expect.stringContaining('SELF_SIGNED'),
    })
    expect(requests).toBe(0)
  })

  it('a server that never finishes the handshake', async () => {
    await using server = await startTcp(() => {})

    const exchange = await client.post(access(`https://127.0.0.1:${server.port}`), post(), { timeoutMs: 50 })

    expect(exchange).toMatchObject({ cause: 'connect_timeout', sent: false })
  })

  it('a request that is cancelled while connecting', async () => {
    await using server = await startTcp(() => {})
    const controller = new AbortController()

    const exchange = client.post(access(server.address), post(), { signal: controller.signal })
    controller.abort()

    expect(await exchange).toMatchObject({ cause: 'aborted', sent: false })
    // A second request shows that the connection works and that the first was never sent over it.
    const later = new AbortController()
    const second = client.post(access(server.address), post('img2img'), { signal: later.signal })
    await expect.poll(() => server.sent()).toContain('POST /api/v1/client/img2img')
    expect(server.sent()).not.toContain('txt2img')
    later.abort()
    await second
  })

  it('a key that is invalid in a header', async () => {
    await using server = await startTcp(() => {})

    const exchange = await client.get({ ...access(server.address), key: 'schlüssel\n→ geheim' }, 'models')

    expect(exchange).toMatchObject({ kind: 'fault', sent: false })
    expect(JSON.stringify(exchange)).not.toContain('geheim')
  })
})

describe('a fault after sending began has `sent: true`, and nothing is resent', () => {
  const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'

  it.each<[string, Parameters<typeof startTcp>[0], string]>([
    ['destroyed after the headers', (socket) => socket.destroy(), 'reset'],
    ['reset after the body', (socket, soFar) => soFar.includes('fox') && socket.resetAndDestroy(), 'reset'],
    [
      'closed halfway through the response',
      (socket, soFar) => soFar.includes('fox') && socket.end(`${HEAD}content-length: 60\r\n\r\n{"data":`),
      'reset',
    ],
    [
      'closed halfway through a chunked response',
      (socket, soFar) =>
        soFar.includes('fox') && socket.end(`${HEAD}transfer-encoding: chunked\r\n\r\n8\r\n{"data":\r\n`),
      'reset',
    ],
    ['a response that is not HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'), 'other'],
    ['no response', () => {}, 'timeout'],
    ['a response that stalls', (socket) => socket.write(`${HEAD}content-length: 9\r\n\r\n{`), 'timeout'],
  ])('%s', async (_, talk, cause) => {
    await using server = await startTcp(talk)

    const exchange = await client.post(access(server.address), post(), { timeoutMs: 150 })

    expect(exchange).toMatchObject({ kind: 'fault', cause, sent: true })
    expect(server.sent().match(/POST /g)).toHaveLength(1)
  })

  it('cancelled while waiting for the response', async () => {
    const controller = new AbortController()
    await using server = await startTcp((_, soFar) => soFar.includes('fox') && controller.abort())

    const exchange = await client.post(access(server.address), post(), { signal: controller.signal })

    expect(exchange).toMatchObject({ cause: 'aborted', sent: true })
  })

  it('an idle connection that the server closes as it is reused', async () => {
    let requests = 0
    await using server = await startTcp((socket) => {
      if (requests++ === 0) socket.write(`${HEAD}content-length: 2\r\n\r\n{}`)
      else socket.destroy()
    })
    await client.get(access(server.address), 'models')

    const exchange = await client.post(access(server.address), post())

    expect(exchange).toMatchObject({ kind: 'fault', cause: 'reset', sent: true })
    expect(server.sent().match(/POST /g)).toHaveLength(1)
  })

  it('uses a new connection if the server closed the idle one before it is reused', async () => {
    await using server = await startTcp((socket) => socket.end(`${HEAD}content-length: 2\r\n\r\n{}`))
    await client.get(access(server.address), 'models')

    expect(await client.post(access(server.address), post())).toMatchObject({ kind: 'response', status: 200 })
    expect(server.connections()).toBe(2)
  })
})

it('uses HTTP/1.1 even with a dispatcher that allows HTTP/2, because the library replays HTTP/2 requests', async () => {
  const pair = selfSigned()
  const versions: string[] = []
  const server = createHttp2Server({ ...pair, allowHTTP1: true }, (request, response) => {
    versions.push(request.httpVersion)
    response.end('{}')
  })
  const port = await listen(server)
  const agent = new Agent({ connect: { ca: pair.cert }, allowH2: true })

  await new ServiceClient({ dispatcher: agent, userAgent: 'Easel/1', log: memoryLog() }).post(
    access(`https://127.0.0.1:${port}`),
    post(),
  )
  await agent.close()
  await new Promise((resolve) => server.close(resolve))

  expect(versions).toEqual(['1.1'])
})
