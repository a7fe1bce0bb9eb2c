import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { Agent } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryLog } from '../../testing/memoryLog.ts'
import { sendJson, startHttp } from '../../testing/servers/startHttp.ts'
import { startTcp } from '../../testing/servers/startTcp.ts'
import { ServiceClient } from './ServiceClient.ts'

const KEY = '12|a-secret-long-enough'
const dispatcher = new Agent()
const client = new ServiceClient({ dispatcher, userAgent: 'Easel/1.2.3', log: memoryLog() })
const access = (address: string) => ({ connectionId: 'c', address, key: KEY })
const post = (path = 'txt2img', text = '{"prompt":"a fox"}') => ({ path, encoding: 'json' as const, text })

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easel-client-'))
})
afterAll(async () => {
  await dispatcher.close()
  await rm(folder, { recursive: true })
})

describe('a request', () => {
  it('has a path below the prefix, the key, the user agent and an Accept header for JSON', async () => {
    await using server = await startHttp((_, response) => sendJson(response, 200, { data: [] }))

    await client.get(access(`${server.address}/gateway`), 'models?per_page=100&page=2')

    expect(server.received[0]).toMatchObject({
      method: 'GET',
      url: '/gateway/api/v1/client/models?per_page=100&page=2',
      headers: { authorization: `Bearer ${KEY}`, 'user-agent': 'Easel/1.2.3', accept: 'application/json' },
    })
  })

  it('sends JSON unchanged', async () => {
    await using server = await startHttp((_, response) => sendJson(response, 200, {}))
    const text = '{ "prompt": "żółw 🐢\\n", "guidance": 1.0 }'

    await client.post(access(server.address), post('txt2img', text))

    expect(Buffer.from(server.received[0]?.body ?? '', 'latin1').toString('utf8')).toBe(text)
    expect(server.received[0]?.headers['content-type']).toBe('application/json')
    expect(server.received[0]?.headers['content-length']).toBe(String(Buffer.byteLength(text)))
  })

  it.each(['../admin', '/models', 'a/../../../x', '', 'models#x', '\\..\\..\\x'])(
    'never leaves the prefix: %s',
    async (path) => {
      await using server = await startHttp((_, response) => sendJson(response, 200, {}))

      const exchange = await client.get(access(server.address), path)

      const detail = `not a path of the service: ${path}`
      expect(exchange).toMatchObject({ kind: 'fault', sent: false, detail })
      expect(server.received).toEqual([])
    },
  )

  it('follows no redirect, so that neither body nor key is sent elsewhere', async () => {
    await using elsewhere = await startHttp((_, response) => sendJson(response, 200, {}))
    await using server = await startHttp((_, response) =>
      response.writeHead(307, { location: `${elsewhere.address}/api/v1/client/txt2img` }).end(),
    )

    expect(await client.post(access(server.address), post())).toMatchObject({ kind: 'response', status: 307 })
    expect(elsewhere.received).toEqual([])
    expect(server.received).toHaveLength(1)
  })
})

describe('a response', () => {
  it('has a status, lower-case headers and JSON', async () => {
    await using server = await startHttp((_, response) =>
      sendJson(response, 429, { message: 'Too Many Attempts.' }, { 'Retry-After': '7' }),
    )

    expect(await client.get(access(server.address), 'models')).toMatchObject({
      kind: 'response',
      status: 429,
      headers: { 'retry-after': '7' },
      json: { message: 'Too Many Attempts.' },
    })
  })

  it('is returned even if the listener of exchanges fails', async () => {
    await using server = await startHttp((_, response) => sendJson(response, 200, { data: 'paid' }))
    const log = memoryLog()
    const onExchange = () => {
      throw new Error('database or disk is full')
    }
    const failing = new ServiceClient({ dispatcher, userAgent: 'Easel/1.2.3', log, onExchange })

    expect(await failing.post(access(server.address), post())).toMatchObject({ json: { data: 'paid' } })
    expect(log.lines).toMatchObject([
      { level: 'error', facts: { reason: 'Error: database or disk is full' } },
    ])
  })

  it('without JSON is still a response', async () => {
    await using server = await startHttp((_, response) => response.writeHead(502).end('<html>Bad gateway'))

    const exchange = await client.get(access(server.address), 'models')

    expect(exchange).toMatchObject({
      kind: 'response',
      status: 502,
      text: '<html>Bad gateway',
      json: undefined,
    })
  })

  it('is aborted when it exceeds its size limit', async () => {
    await using server = await startTcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const more = () => socket.write(Buffer.alloc(1 << 20), (error) => (error ? undefined : more()))
      more()
    })

    expect(await client.get(access(server.address), 'models')).toMatchObject({
      cause: 'too_large',
      sent: true,
    })
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ] as const)('is decompressed if a gateway compresses it as %s', async (encoding, pack) => {
    const body = { data: { request_id: 'c08a339c-73e5-4d67-a4d5-231302fbff9a' } }
    await using server = await startHttp((_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': encoding })
        .end(pack(Buffer.from(JSON.stringify(body)))),
    )

    expect(await client.post(access(server.address), post())).toMatchObject({ kind: 'response', json: body })
    expect(server.received[0]?.headers['accept-encoding']).toBeUndefined()
  })

  it('is not decompressed beyond its size limit', async () => {
    await using server = await startHttp((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 << 20))),
    )

    expect(await client.get(access(server.address), 'models')).toMatchObject({
      kind: 'response',
      json: undefined,
    })
  })

  it('that echoes the key is redacted', async () => {
    await using server = await startHttp((_, response) =>
      sendJson(response, 401, { message: `Key ${KEY} is unknown.` }),
    )

    const exchange = await client.get(access(server.address), 'models')

    expect(JSON.stringify(exchange)).not.toContain(KEY)
    expect(exchange).toMatchObject({ json: { message: 'Key ••• is unknown.' } })
  })

  it('is redacted in escapes, names and headers too', async () => {
    const escaped = `\\u00${KEY.charCodeAt(0).toString(16)}${KEY.slice(1)}`
    await using server = await startHttp((_, response) => {
      response.setHeader('x-echo', `Bearer ${KEY}`)
      response.setHeader('content-type', 'application/json')
      response.writeHead(422)
      response.end(
        `{"message":"${escaped}","errors":{"${escaped}":["no"]},"data":{"result":"\\"${escaped}\\""}}`,
      )
    })

    const exchange = await client.get(access(server.address), 'models')

    expect(exchange).toMatchObject({ json: { message: '•••', errors: { '•••': ['no'] } } })
    expect(exchange).toMatchObject({ headers: { 'x-echo': 'Bearer •••' } })
    expect(JSON.stringify(exchange)).not.toContain(KEY.slice(1))
  })

  it('over the limit of its route is not read completely', async () => {
    await using server = await startHttp((_, response) => {
      response.end(`{"data":{"price":${'1'.repeat(300_000)}}}`)
    })
    const body = { path: 'txt2img/price-calculation', encoding: 'json' as const, text: '{}' }

    const exchange = await client.post(access(server.address), body)

    expect(exchange).toMatchObject({ kind: 'fault', cause: 'too_large', sent: true })
  })
})

describe('a multipart request', () => {
  const upload = (path: string, text = '{}') => ({
    path: 'img2img',
    encoding: 'multipart' as const,
    text,
    files: [{ field: 'image', path, fileName: 'my "cat".png', mime: 'image/png' }],
  })

  it('has the fields, the file from disk and its complete length', async () => {
    await using server = await startHttp((_, response) => sendJson(response, 200, {}))
    const path = join(folder, 'cat.png')
    await writeFile(path, 'PNG\r\nbytes')
    const text = JSON.stringify({
      prompt: 'two\nlines',
      steps: 4,
      loras: [{ name: 'x', weight: 0.5 }],
      wide: true,
    })

    await client.post(access(server.address), upload(path, text))

    const [request] = server.received
    const form = await new Response(Buffer.from(request?.body ?? '', 'latin1'), {
      headers: { 'content-type': request?.headers['content-type'] ?? '' },
    }).formData()
    const image = form.get('image')
    if (!(image instanceof File)) throw new Error('no file was sent')
    form.delete('image')
    expect([...form]).toEqual([
      ['prompt', 'two\nlines'],
      ['steps', '4'],
      ['loras[0][name]', 'x'],
      ['loras[0][weight]', '0.5'],
      ['wide', '1'],
    ])
    expect(image).toMatchObject({ name: 'my "cat".png', type: 'image/png' })
    expect(await image.text()).toBe('PNG\r\nbytes')
    expect(request?.headers['content-length']).toBe(String(request?.body.length))
  })

  it('with a missing file is not sent', async () => {
    await using server = await startTcp(() => {})

    const exchange = await client.post(access(server.address), upload(join(folder, 'gone.png')))

    expect(exchange).toMatchObject({ kind: 'fault', sent: false, cause: 'input' })
    expect(server.connections()).toBe(0)
  })

  it('is aborted and counts as sent when its file shrinks during the upload', async () => {
    const path = join(folder, 'shrinks.mp4')
    await writeFile(path, '')
    await truncate(path, 64 * 1024 * 1024)
    let shrunk = false
    await using server = await startTcp((socket) => {
      if (shrunk) return
      shrunk = true
      socket.pause()
      void truncate(path, 1024).then(() => socket.resume())
    })

    const exchange = await client.post(access(server.address), upload(path))

    expect(exchange).toMatchObject({ kind: 'fault', sent: true })
  })

  it('streams a large file instead of loading it into memory', async () => {
    await using server = await startTcp((socket) => socket.pause())
    const path = join(folder, 'big.mp4')
    await writeFile(path, '')
    await truncate(path, 1024 * 1024 * 1024)
    const before = process.memoryUsage().rss

    const exchange = await client.post(access(server.address), upload(path), { timeoutMs: 300 })

    expect(exchange).toMatchObject({ cause: 'timeout', sent: true })
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })
})
