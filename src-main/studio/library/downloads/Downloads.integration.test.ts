import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { downloadWorld, png, serve, serveRaw } from '../../testing/worlds/downloadWorld.ts'
import { listen } from '../../testing/servers/startHttp.ts'
import { jpegOf, pngOf } from '../../testing/media/images.ts'
import { selfSigned } from '../../testing/servers/selfSigned.ts'

/** Allows for a busy machine. */

const raw = (head: string, body: Buffer) =>
  Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n`), body])
const chunked = (body: Buffer, end = '0\r\n\r\n') =>
  raw(
    'Transfer-Encoding: chunked',
    Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from(`\r\n${end}`)]),
  )

describe('a result', () => {
  it('is saved unchanged under a generated name with its hash, kind and size', async () => {
    const { get, libraryFolder, files } = downloadWorld()
    const server = await serve((response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(png),
    )
    const outcome = await get(`${server.address}/../../evil%00name.exe?x=/etc/passwd`)
    expect(outcome).toEqual({
      kind: 'file',
      file: {
        path: '2026/01/2026-01-01-uuid-1.png',
        bytes: png.length,
        sha256: createHash('sha256').update(png).digest('hex'),
        kind: 'image',
        mime: 'image/png',
        format: 'png',
        width: 64,
        height: 48,
        durationMs: null,
      },
    })
    expect(readFileSync(join(libraryFolder, '2026/01/2026-01-01-uuid-1.png')).equals(png)).toBe(true)
    expect(files()).toHaveLength(1)
  })

  it('of many megabytes in irregular chunks is saved unchanged', async () => {
    const { get, libraryFolder } = downloadWorld()
    const big = Buffer.concat(Array.from({ length: 9 }, (_, n) => pngOf(600, 600, n + 1)))
    const server = await serve((response) => {
      for (let at = 0; at < big.length; at += 70_001) response.write(big.subarray(at, at + 70_001))
      response.end()
    })
    const outcome = await get(server.address)
    if (outcome.kind !== 'file') throw new Error(JSON.stringify(outcome))
    expect(outcome.file.sha256).toBe(createHash('sha256').update(big).digest('hex'))
    expect(readFileSync(join(libraryFolder, outcome.file.path)).equals(big)).toBe(true)
  })

  it('is requested without credentials or cookies', async () => {
    const { get } = downloadWorld()
    const server = await serve((response) => response.setHeader('set-cookie', 'a=b').end(png))
    await get(server.address)
    await get(server.address)
    for (const { headers } of server.received) {
      expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host'])
    }
  })

  it('that was part of a response, as bytes or text, is saved like a download', async () => {
    const { downloads, get } = downloadWorld()
    expect(await get(`data:image/webp;base64,${png.toString('base64')}`)).toMatchObject({
      kind: 'file',
      file: { format: 'png', width: 64 },
    })
    expect(await downloads.saveBytes('Grüße')).toMatchObject({
      kind: 'file',
      file: { format: 'txt', bytes: 7 },
    })
    expect(await downloads.saveBytes('{"a":1}')).toMatchObject({ kind: 'file', file: { format: 'json' } })
    expect(await downloads.saveBytes(new Uint8Array([1, 2, 0]))).toMatchObject({
      file: { kind: 'other', format: 'bin' },
    })
  })
})

describe('an incomplete body', () => {
  it('is never saved, wherever the connection breaks', async () => {
    const { get, files } = downloadWorld()
    const whole = raw(`Content-Length: ${png.length}`, png)
    for (let cut = 1; cut < whole.length; cut += Math.ceil(whole.length / 60)) {
      const outcome = await get(await serveRaw(whole.subarray(0, cut)))
      expect(outcome.kind, `cut at ${cut}`).toBe('failed')
    }
    expect(files()).toEqual([])
  })

  it.each([
    ['chunked without its end', chunked(png, '')],
    ['chunked and cut in a chunk', chunked(png).subarray(0, 900)],
    ['shorter than its Content-Length', raw(`Content-Length: ${png.length + 9}`, png)],
    ['longer than its Content-Length', raw(`Content-Length: ${png.length - 100}`, png)],
    ['truncated at the source, with a matching length', raw('Content-Length: 500', png.subarray(0, 500))],
    ['without a length, ended early', raw('Connection: close', png.subarray(0, 500))],
    ['a JPEG cut at the source', raw('Content-Length: 400', jpegOf(64, 64).subarray(0, 400))],
    ['empty', raw('Content-Length: 0', Buffer.alloc(0))],
    [
      'compressed although not requested',
      raw(`Content-Encoding: gzip\r\nContent-Length: ${png.length}`, png),
    ],
    ['a part, although not requested', Buffer.from(`HTTP/1.1 206 Partial\r\nContent-Length: 0\r\n\r\n`)],
    ['not HTTP', Buffer.from('SSH-2.0-OpenSSH\r\n')],
  ])('%s fails, may be retried and leaves nothing on disk', async (_, reply) => {
    const { get, files } = downloadWorld()
    expect(await get(await serveRaw(reply))).toMatchObject({ kind: 'failed', problem: { money: 'charged' } })
    expect(files()).toEqual([])
  })

  it('that is chunked and complete is saved', async () => {
    const { get } = downloadWorld()
    expect(await get(await serveRaw(chunked(png)))).toMatchObject({
      kind: 'file',
      file: { bytes: png.length },
    })
  })

  it('that stalls is aborted after half a minute without bytes', async () => {
    const { get, clock, files } = downloadWorld()
    const server = await serve((response) => {
      response.writeHead(200, { 'content-length': png.length })
      response.write(png.subarray(0, 2000))
    })
    const outcome = get(server.address)
    await expect.poll(() => files()).toHaveLength(1)
    await expect.poll(() => server.received.length).toBe(1)
    await clock.advance(30_000)
    await clock.advance(30_000)
    expect(await outcome).toMatchObject({ kind: 'failed', problem: { code: 'service_timeout' } })
    expect(files()).toEqual([])
  })

  it('that is aborted by the studio is removed', async () => {
    const { get, files } = downloadWorld()
    const stop = new AbortController()
    const server = await serve((response) => {
      response.writeHead(200, { 'content-length': png.length })
      response.write(png.subarray(0, 2000), () => stop.abort())
    })
    expect(await get(server.address, { signal: stop.signal })).toMatchObject({
      kind: 'failed',
      problem: { code: 'interrupted' },
    })
    expect(files()).toEqual([])
  })

  it('over the size limit is rejected, whether or not its header states the size', async () => {
    const { get, files } = downloadWorld()
    const declared = await serve((response) =>
      response.writeHead(200, { 'content-length': png.length }).end(png),
    )
    const endless = await serve((response) => {
      const more = () => {
        while (!response.destroyed && response.write(png));
      }
      response.on('drain', more)
      more()
    })
    for (const server of [declared, endless]) {
      expect(await get(server.address, { maxBytes: 5000 })).toMatchObject({
        kind: 'refused',
        problem: { code: 'result_too_large' },
      })
    }
    expect(files()).toEqual([])
  })
})

describe('a response without a result', () => {
  it.each([
    [401, 'expired', 'result_expired'],
    [403, 'expired', 'result_expired'],
    [404, 'expired', 'result_expired'],
    [410, 'expired', 'result_expired'],
    [429, 'failed', 'service_error'],
    [500, 'failed', 'service_error'],
    [503, 'failed', 'service_error'],
    [204, 'failed', 'service_error'],
  ])('with status %d is reported as %s', async (status, kind, code) => {
    const { get, files } = downloadWorld()
    const server = await serve((response) =>
      response.writeHead(status).end('<Error>Gone</Error>'.repeat(9000)),
    )
    expect(await get(server.address)).toMatchObject({ kind, problem: { code, params: { status } } })
    expect(files()).toEqual([])
  })

  it.each([
    ['html', '<!doctype html><html><body>Please sign in</body></html>'],
    ['svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ])('%s instead of an image is rejected, named in the problem and not saved', async (what, body) => {
    const { get, files } = downloadWorld()
    const server = await serve((response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end(body),
    )
    expect(await get(server.address)).toEqual({
      kind: 'refused',
      problem: { code: 'result_refused', money: 'charged', params: { what } },
    })
    expect(files()).toEqual([])
  })

  it('is reported as unreachable if there is no server, and as a TLS error if the certificate is untrusted', async () => {
    const { get } = downloadWorld()
    expect(await get('http://127.0.0.1:9/a')).toMatchObject({
      kind: 'failed',
      problem: { code: 'service_unreachable' },
    })
    const tls = createServer(selfSigned(), (_, response) => response.end(png))
    onTestFinished(() => void tls.close())
    const port = await listen(tls)
    expect(await get(`https://127.0.0.1:${port}/`)).toMatchObject({
      kind: 'failed',
      problem: { code: 'service_tls' },
    })
  })
})

describe('the library folder', () => {
  it('is cleaned of part files that a crash left, and of nothing else', async () => {
    const { downloads, libraryFolder, files } = downloadWorld()
    mkdirSync(join(libraryFolder, '2026/01'), { recursive: true })
    mkdirSync(join(libraryFolder, 'mine'))
    for (const name of ['2026/01/a.part', '2026/01/b.png', 'mine/c.part'])
      writeFileSync(join(libraryFolder, name), '')
    expect(await downloads.removeOrphans()).toBe(1)
    expect(files().sort()).toEqual(['b.png', 'c.part'])
  })

  it('keeps the part file of a running download', async () => {
    const { get, downloads, files } = downloadWorld()
    let finish = () => {}
    const server = await serve((response) => {
      response.write(png.subarray(0, 500))
      finish = () => response.end(png.subarray(500))
    })
    const outcome = get(server.address)
    await expect.poll(() => server.received.length).toBe(1)
    await expect.poll(files).toHaveLength(1)
    expect(await downloads.removeOrphans()).toBe(0)
    finish()
    expect(await outcome).toMatchObject({ kind: 'file' })
  })

  it('that cannot be written is reported without throwing', async () => {
    const { get, libraryFolder } = downloadWorld()
    writeFileSync(join(libraryFolder, '2026'), 'a file where a folder should be')
    const server = await serve((response) => response.end(png))
    expect(await get(server.address)).toMatchObject({ kind: 'failed', problem: { code: 'disk_failed' } })
    expect(existsSync(join(libraryFolder, '2026'))).toBe(true)
  })
})
