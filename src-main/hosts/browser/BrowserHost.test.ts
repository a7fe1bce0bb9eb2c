import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { StudioEvent } from '../../../src-preload/contract/events.ts'
import { openHost, HOST_NAME, type ReceivedResponse, type OpenHost } from './testing.ts'
import { temporaryFolder } from '../../studio/testing/temporaryFolder.ts'

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const saveThumb = vi.fn(async () => {})
const refresh = vi.fn(async () => {})
const webp = Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 data')

let open: OpenHost
let session: Record<string, string>
let emit: (event: StudioEvent) => void

const send: OpenHost['send'] = (...request) => open.send(...request)
const own = (): Record<string, string> => session
const call = (body: unknown, headers: Record<string, string> = {}): Promise<ReceivedResponse> =>
  send(
    'POST',
    '/api/call',
    { ...own(), 'Content-Type': 'application/json', ...headers },
    typeof body === 'string' ? body : JSON.stringify(body),
  )

describe('BrowserHost', () => {
  beforeEach(async () => {
    vi.clearAllMocks()
    const folder = temporaryFolder()
    await writeFile(join(folder, 'index.html'), '<title>Easel</title>')
    await writeFile(join(folder, 'a.png'), 'the picture')
    const index = { path: join(folder, 'index.html'), mime: 'text/html; charset=utf-8', isImmutable: false }
    const script = {
      path: join(folder, 'index.html'),
      mime: 'text/javascript; charset=utf-8',
      isImmutable: true,
    }
    const image = { mime: 'image/png', path: join(folder, 'a.png'), bytes: 11 }
    open = await openHost({
      handlers: { 'models.refresh': refresh },
      media: { find: async (_place, id) => (id === 'a1' ? image : null), saveThumb },
      inputs: { store: async () => Promise.reject(new Error('not here')) },
      onEvent: (listener) => {
        emit = listener
        return () => {}
      },
      files: new Map([
        ['/', index],
        ['/assets/index-abc.js', script],
      ]),
      log,
    })
    session = await open.headers()
  })
  afterEach(() => open.host.close())

  it('treats a request that is aborted halfway as no error, and serves the next one', async () => {
    const lines = Object.entries({ ...own(), 'Content-Type': 'application/json', 'Content-Length': '1000' })
    const head = lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')
    const socket = connect({ host: '127.0.0.1', port: open.port })
    const left = once(socket, 'close')
    socket.end(`POST /api/call HTTP/1.1\r\n${head}\r\n\r\n{"route":`)
    socket.resume()
    await left
    expect(await call({ route: 'models.refresh' })).toMatchObject({ status: 200 })
    expect(log.error).not.toHaveBeenCalled()
  })

  describe('pages', () => {
    it('serves the page with its content policy, uncached', async () => {
      const response = await send('GET', '/', own())
      expect(response).toMatchObject({ status: 200, text: '<title>Easel</title>' })
      expect(response.headers['content-security-policy']).toContain("default-src 'none'")
      expect(response.headers['cache-control']).toBe('no-cache')
      expect(response.headers['x-content-type-options']).toBe('nosniff')
    })

    it('lets browsers cache hashed files', async () => {
      const response = await send('GET', '/assets/index-abc.js', own())
      expect(response.headers['cache-control']).toContain('immutable')
    })

    it.each(['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json', '//etc/passwd'])(
      'responds with 404 at %s',
      async (path) => {
        expect((await send('GET', path, own())).status).toBe(404)
      },
    )

    it('responds with 400 to an invalid URL', async () => {
      expect((await send('GET', '//[', own())).status).toBe(400)
    })
  })

  describe('calls', () => {
    it('respond with an envelope', async () => {
      const response = await call({ route: 'models.refresh' })
      expect(JSON.parse(response.text)).toEqual({ ok: true })
      expect(refresh).toHaveBeenCalledOnce()
    })

    it.each<[string, () => Record<string, string>]>([
      ['another site', () => ({ Origin: 'https://evil.example' })],
      ['another port of this machine', () => ({ Origin: 'http://127.0.0.1:1' })],
      ['another port of our own name', () => ({ Origin: `http://${HOST_NAME}:1` })],
      ['a foreign host name', () => ({ Host: 'evil.example' })],
      ['localhost', () => ({ Host: `localhost:${open.port}` })],
      ['a page without the cookie', () => ({ Cookie: '' })],
      ['the cookie of an earlier start', () => ({ Cookie: `easel-${open.port}=${'a'.repeat(43)}` })],
    ])('are refused from %s', async (_title, headers) => {
      expect((await call({ route: 'models.refresh' }, headers())).status).toBe(403)
      expect(refresh).not.toHaveBeenCalled()
    })

    it.each<[string, string, number]>([
      ['invalid JSON', '{', 400],
      ['a number', '7', 400],
      ['null', 'null', 400],
      ['too large a body', `{"route":"${'x'.repeat(9 * 1024 * 1024)}"}`, 413],
    ])('are refused with %s', async (_title, body, status) => {
      expect((await call(body)).status).toBe(status)
    })

    it('are refused as text/plain, which other origins can send without preflight', async () => {
      const response = await call({ route: 'models.refresh' }, { 'Content-Type': 'text/plain' })
      expect(response.status).toBe(415)
      expect(refresh).not.toHaveBeenCalled()
    })

    it('are refused with GET', async () => {
      expect((await send('GET', '/api/call', own())).status).toBe(405)
    })
  })

  describe('media', () => {
    it('serves a file or a byte range of it to our own page', async () => {
      const whole = await send('GET', '/media/asset/a1?v=3', own())
      expect(whole).toMatchObject({ status: 200, text: 'the picture' })
      expect(whole.headers['cross-origin-resource-policy']).toBe('same-origin')
      const part = await send('GET', '/media/asset/a1', { ...own(), Range: 'bytes=4-6' })
      expect(part).toMatchObject({ status: 206, text: 'pic' })
      const head = await send('HEAD', '/media/asset/a1', own())
      expect(head).toMatchObject({ status: 200, text: '' })
    })

    it.each([
      '/media/asset/zz',
      '/media/asset/',
      '/media/library/a1',
      '/media/asset/a1/b',
      '/media/asset/%2e%2e',
    ])('responds with 404 at %s', async (path) => {
      expect((await send('GET', path, own())).status).toBe(404)
    })

    it('stores a thumbnail from our page', async () => {
      expect((await send('PUT', '/media/thumb/a1', own(), webp)).status).toBe(204)
      expect(saveThumb).toHaveBeenCalledExactlyOnceWith('a1', expect.any(Uint8Array))
    })

    it('stores nothing else', async () => {
      const { Origin: _, ...noOrigin } = own()
      expect((await send('PUT', '/media/thumb/a1', noOrigin, webp)).status).toBe(403)
      expect((await send('PUT', '/media/thumb/a1', own(), '<html>')).status).toBe(422)
      expect((await send('PUT', '/media/thumb/a1', own(), Buffer.alloc(3 * 1024 * 1024))).status).toBe(413)
      expect((await send('PUT', '/media/asset/a1', own(), webp)).status).toBe(405)
      expect((await send('DELETE', '/media/asset/a1', own())).status).toBe(405)
      expect(saveThumb).not.toHaveBeenCalled()
    })
  })

  describe('events', () => {
    const connect = (headers: Record<string, string>, path = '/events'): Promise<WebSocket> => {
      const { Origin: origin, ...rest } = headers
      const socket = new WebSocket(`ws://127.0.0.1:${open.port}${path}`, {
        ...(origin && { origin }),
        headers: rest,
      })
      return new Promise((resolve, reject) => {
        socket.on('open', () => resolve(socket))
        socket.on('error', reject)
      })
    }

    it('are sent to our page', async () => {
      const socket = await connect(own())
      const message = new Promise((resolve) =>
        socket.once('message', (data: Buffer) => resolve(data.toString('utf8'))),
      )
      emit({ type: 'models.changed' })
      expect(await message).toBe('{"type":"models.changed"}')
      socket.terminate()
    })

    it.each<[string, () => Record<string, string>, string]>([
      ['another site', () => ({ ...own(), Origin: 'https://evil.example' }), '/events'],
      ['a page without an origin', () => ({ ...own(), Origin: '' }), '/events'],
      ['a page at 127.0.0.1', () => ({ ...own(), Host: open.loopbackHost }), '/events'],
      ['a page without the cookie', () => ({ ...own(), Cookie: '' }), '/events'],
      ['another path', own, '/api/call'],
    ])('are refused to %s', async (_title, headers, path) => {
      await expect(connect(headers(), path)).rejects.toThrow('403')
    })
  })
})
