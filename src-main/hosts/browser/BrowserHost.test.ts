import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { StudioEvent } from '../../../src-preload/contract/events.ts'
import { openHost, HOST_NAME, type OpenHost } from './testing.ts'
import { MAX_CALL_BYTES } from '../../../src-preload/SocketMessage.ts'
import { temporaryFolder } from '../../studio/testing/temporaryFolder.ts'

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() }
const saveThumb = vi.fn(async () => {})
const refresh = vi.fn(async () => {})
let onCancel = (): void => {}
let removed: string[]
const webp = Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 data')

/** Whether responses can't be redacted. */
let isRedactFailing: boolean
let open: OpenHost
let session: Record<string, string>
let emit: (event: StudioEvent) => void

const send: OpenHost['send'] = (...request) => open.send(...request)
/** The headers of a page with a session. */
const sessionHeaders = (): Record<string, string> => session
describe('BrowserHost', () => {
  beforeEach(async () => {
    vi.clearAllMocks()
    removed = []
    isRedactFailing = false
    const folder = temporaryFolder()
    await writeFile(join(folder, 'index.html'), '<title>Easel</title>')
    await writeFile(join(folder, 'a.png'), 'the image')
    const index = { path: join(folder, 'index.html'), mime: 'text/html; charset=utf-8', isImmutable: false }
    const script = {
      path: join(folder, 'index.html'),
      mime: 'text/javascript; charset=utf-8',
      isImmutable: true,
    }
    const image = { mime: 'image/png', path: join(folder, 'a.png'), bytes: 11 }
    const broken = {
      mime: 'image/png',
      fileName: 'broken.png',
      open: () => new ReadableStream({ pull: (stream) => stream.error(new Error('The file ended early')) }),
    }
    const endless = {
      mime: 'image/png',
      fileName: 'endless.png',
      open: () =>
        new ReadableStream({
          pull: (stream) => stream.enqueue(new Uint8Array(1000)),
          cancel: () => onCancel(),
        }),
    }
    open = await openHost({
      handlers: {
        'models.refresh': refresh,
        'presets.delete': async ({ id }) => void removed.push(id),
      },
      media: { find: async (_kind, id) => ({ a1: image, broken, endless })[id] ?? null, saveThumb },
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
      redact: (response) => {
        if (isRedactFailing) throw new Error('not cloneable')
        return response
      },
    })
    session = await open.headers()
  })
  afterEach(() => open.host.close())

  it('logs no error for a request that is aborted halfway, and serves the next one', async () => {
    const lines = Object.entries({ ...sessionHeaders(), 'Content-Length': '1000' })
    const head = lines.map(([name, value]) => `${name}: ${value}`).join('\r\n')
    const socket = connect({ host: '127.0.0.1', port: open.port })
    const left = once(socket, 'close')
    socket.end(`PUT /media/thumb/a1 HTTP/1.1\r\n${head}\r\n\r\nRIFF`)
    socket.resume()
    await left
    expect(await send('GET', '/', sessionHeaders())).toMatchObject({ status: 200 })
    expect(log.error).not.toHaveBeenCalled()
  })

  it('closes although a refused WebSocket request keeps its side open', async () => {
    const socket = connect({ host: '127.0.0.1', port: open.port, allowHalfOpen: true })
    onTestFinished(() => void socket.destroy())
    socket.write(
      `GET /bridge HTTP/1.1\r\nHost: ${open.ownHost}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    )
    const [response] = await once(socket, 'data')
    expect(String(response)).toMatch(/^HTTP\/1\.1 403 /)
    await open.host.close()
  })

  describe('pages', () => {
    it('serves the page with its content security policy, to be revalidated at each load', async () => {
      const response = await send('GET', '/', sessionHeaders())
      expect(response).toMatchObject({ status: 200, text: '<title>Easel</title>' })
      expect(response.headers['content-security-policy']).toContain("default-src 'none'")
      expect(response.headers['cache-control']).toBe('no-cache')
      expect(response.headers['x-content-type-options']).toBe('nosniff')
    })

    it('lets browsers cache hashed files', async () => {
      const response = await send('GET', '/assets/index-abc.js', sessionHeaders())
      expect(response.headers['cache-control']).toContain('immutable')
    })

    it.each(['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json', '//etc/passwd'])(
      'responds with 404 at %s',
      async (path) => {
        expect((await send('GET', path, sessionHeaders())).status).toBe(404)
      },
    )

    it('responds with 400 to an invalid URL', async () => {
      expect((await send('GET', '//[', sessionHeaders())).status).toBe(400)
    })
  })

  describe('the WebSocket of a window', () => {
    it('responds to a call with an envelope', async () => {
      const window = await open.connect(sessionHeaders())
      expect(await window.call('models.refresh')).toEqual({ ok: true })
      expect(refresh).toHaveBeenCalledOnce()
    })

    it('starts calls in the order in which they were made, however long they are', async () => {
      const window = await open.connect(sessionHeaders())
      const texts = ['x'.repeat(7_000_000), 'short', 'y'.repeat(70_000), '']
      await Promise.all(texts.map((text) => window.call('presets.delete', { id: text })))
      expect(removed).toEqual(texts)
    })

    it('sends the events of the studio', async () => {
      const window = await open.connect(sessionHeaders())
      emit({ type: 'models.changed' })
      await window.call('models.refresh')
      expect(window.messages[0]).toBe('{"type":"models.changed"}')
    })

    it('reports and logs a response that can’t be sent, and stays connected', async () => {
      const window = await open.connect(sessionHeaders())
      isRedactFailing = true
      expect(await window.call('models.refresh')).toMatchObject({ ok: false, error: { code: 'internal' } })
      expect(log.error).toHaveBeenCalledOnce()
      isRedactFailing = false
      expect(await window.call('models.refresh')).toEqual({ ok: true })
    })

    it.each<[string, string | Buffer]>([
      ['invalid JSON', '{'],
      ['a number', '7'],
      ['null', 'null'],
      ['a call without an id', '{"route":"models.refresh"}'],
      ['random bytes', Buffer.from([0xff, 0x00, 0xc3])],
    ])('is closed after %s, and other windows stay connected', async (_title, message) => {
      const other = await open.connect(sessionHeaders())
      const { socket } = await open.connect(sessionHeaders())
      const closed = once(socket, 'close')
      socket.send(message)
      await closed
      expect(await other.call('models.refresh')).toEqual({ ok: true })
      expect(refresh).toHaveBeenCalledOnce()
      expect(log.error).not.toHaveBeenCalled()
    })

    it('is closed after a message that is too large', async () => {
      const { call } = await open.connect(sessionHeaders())
      await expect(call('x'.repeat(MAX_CALL_BYTES))).rejects.toThrow('The connection was closed')
    })

    it.each<[string, () => Record<string, string>, string]>([
      ['another site', () => ({ ...sessionHeaders(), Origin: 'https://evil.example' }), '/bridge'],
      [
        'another port of this machine',
        () => ({ ...sessionHeaders(), Origin: 'http://127.0.0.1:1' }),
        '/bridge',
      ],
      [
        'another port of our own name',
        () => ({ ...sessionHeaders(), Origin: `http://${HOST_NAME}:1` }),
        '/bridge',
      ],
      ['a page without an origin', () => ({ ...sessionHeaders(), Origin: '' }), '/bridge'],
      ['a foreign host name', () => ({ ...sessionHeaders(), Host: 'evil.example' }), '/bridge'],
      ['localhost', () => ({ ...sessionHeaders(), Host: `localhost:${open.port}` }), '/bridge'],
      ['a page at 127.0.0.1', () => ({ ...sessionHeaders(), Host: open.loopbackHost }), '/bridge'],
      ['a page without the cookie', () => ({ ...sessionHeaders(), Cookie: '' }), '/bridge'],
      [
        'the cookie of an earlier start',
        () => ({ ...sessionHeaders(), Cookie: `easel-${open.port}=${'a'.repeat(43)}` }),
        '/bridge',
      ],
      ['another path', sessionHeaders, '/media/asset/a1'],
    ])('is refused to %s', async (_title, headers, path) => {
      await expect(open.connect(headers(), path)).rejects.toThrow('403')
    })
  })

  describe('media', () => {
    it('serves a file or a byte range of it to our own page', async () => {
      const whole = await send('GET', '/media/asset/a1?v=3', sessionHeaders())
      expect(whole).toMatchObject({ status: 200, text: 'the image' })
      expect(whole.headers['cross-origin-resource-policy']).toBe('same-origin')
      const part = await send('GET', '/media/asset/a1', { ...sessionHeaders(), Range: 'bytes=4-6' })
      expect(part).toMatchObject({ status: 206, text: 'ima' })
      const head = await send('HEAD', '/media/asset/a1', sessionHeaders())
      expect(head).toMatchObject({ status: 200, text: '' })
    })

    it.each([
      '/media/asset/zz',
      '/media/asset/',
      '/media/library/a1',
      '/media/asset/a1/b',
      '/media/asset/%2e%2e',
    ])('responds with 404 at %s', async (path) => {
      expect((await send('GET', path, sessionHeaders())).status).toBe(404)
    })

    it('cuts the response if a file can’t be read to its end', async () => {
      await expect(send('GET', '/media/asset/broken', sessionHeaders())).rejects.toThrow('socket hang up')
    })

    it('logs no error if the window disconnects before the end of a file', async () => {
      const cancelled = new Promise<void>((resolve) => (onCancel = resolve))
      const headers = Object.entries(sessionHeaders()).map(([name, value]) => `${name}: ${value}\r\n`)
      const socket = connect({ host: '127.0.0.1', port: open.port })
      socket.write(`GET /media/asset/endless HTTP/1.1\r\n${headers.join('')}\r\n`)
      await once(socket, 'data')
      socket.destroy()
      await cancelled
      await open.host.close()
      expect(log.warn).not.toHaveBeenCalled()
      expect(log.error).not.toHaveBeenCalled()
    })

    it('stores a thumbnail from our page', async () => {
      expect((await send('PUT', '/media/thumb/a1', sessionHeaders(), webp)).status).toBe(204)
      expect(saveThumb).toHaveBeenCalledExactlyOnceWith('a1', expect.any(Uint8Array))
    })

    it('rejects every other upload and deletion', async () => {
      const { Origin: _, ...noOrigin } = sessionHeaders()
      expect((await send('PUT', '/media/thumb/a1', noOrigin, webp)).status).toBe(403)
      expect((await send('PUT', '/media/thumb/a1', sessionHeaders(), '<html>')).status).toBe(422)
      expect(
        (await send('PUT', '/media/thumb/a1', sessionHeaders(), Buffer.alloc(3 * 1024 * 1024))).status,
      ).toBe(413)
      expect((await send('PUT', '/media/asset/a1', sessionHeaders(), webp)).status).toBe(405)
      expect((await send('DELETE', '/media/asset/a1', sessionHeaders())).status).toBe(405)
      expect(saveThumb).not.toHaveBeenCalled()
    })
  })
})
