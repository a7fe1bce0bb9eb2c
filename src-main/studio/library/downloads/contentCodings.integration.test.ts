import { createHash } from 'node:crypto'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { downloadWorld, png, serve, serveRaw } from '../../testing/worlds/downloadWorld.ts'

const codings: [string, Buffer][] = [
  ['gzip', gzipSync(png)],
  ['x-gzip', gzipSync(png)],
  ['GZIP', gzipSync(png)],
  ['deflate', deflateSync(png)],
  ['deflate', deflateRawSync(png)],
  ['br', brotliCompressSync(png)],
  ['zstd', zstdCompressSync(png)],
  ['deflate, gzip', gzipSync(deflateSync(png))],
  ['identity', png],
  ['aws-chunked', png],
]
const sha256 = createHash('sha256').update(png).digest('hex')
const serveEncoded = (coding: string, body: Buffer, length: number | null = body.length) => {
  const lengthLine = length === null ? '' : `Content-Length: ${length}\r\n`
  const head = `HTTP/1.1 200 OK\r\nContent-Encoding: ${coding}\r\n${lengthLine}Connection: close\r\n\r\n`
  return serveRaw(Buffer.concat([Buffer.from(head), body]))
}

describe('a body with a content coding', () => {
  it.each(codings)('%s is saved decoded', async (coding, body) => {
    const { get, files } = downloadWorld()
    for (const length of [body.length, null]) {
      expect(await get(await serveEncoded(coding, body, length))).toMatchObject({
        kind: 'file',
        file: { bytes: png.length, sha256, format: 'png' },
      })
    }
    expect(files()).toHaveLength(2)
  })

  it.each(codings)('%s is never saved if it is truncated', async (coding, body) => {
    const { get, files } = downloadWorld()
    for (let step = 0; step < 10; step++) {
      const cut = Math.min(body.length - 1, Math.ceil((body.length * step) / 9))
      for (const length of [body.length, cut, null]) {
        const outcome = await get(await serveEncoded(coding, body.subarray(0, cut), length))
        expect(outcome.kind, `cut at ${cut} of ${body.length}, Content-Length ${length}`).toBe('failed')
      }
    }
    expect(files()).toEqual([])
  })

  it.each([
    ['gzip', png],
    ['br', Buffer.from('not Brotli')],
    ['zstd', png],
    ['compress', png],
    ['gzip, gzip, gzip, gzip', gzipSync(gzipSync(gzipSync(gzipSync(png))))],
    ['gzip, unsupported', gzipSync(png)],
  ])('%s that can’t be decoded is damaged and may be retried', async (coding, body) => {
    const { get, files } = downloadWorld()
    expect(await get(await serveEncoded(coding, body))).toMatchObject({
      kind: 'failed',
      problem: { code: 'result_damaged', params: { what: 'encoded' } },
    })
    expect(files()).toEqual([])
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as const)(
    '%s that decodes to more than the limit is refused, however little was sent',
    async (coding, compress) => {
      const { get, files } = downloadWorld()
      const bomb = compress(Buffer.alloc(6 << 20))
      const url = await serveEncoded(coding, bomb)
      expect(await get(url, { maxBytes: 1 << 20, expect: 'any' })).toMatchObject({
        kind: 'refused',
        problem: { code: 'result_too_large' },
      })
      expect(files()).toEqual([])
    },
  )

  it.each([
    ['gzip', gzipSync(png)],
    ['deflate', deflateSync(png)],
    ['br', brotliCompressSync(png)],
    ['zstd', zstdCompressSync(png)],
  ])('%s that ends some time after its encoded data is saved', async (coding, body) => {
    const { get, files } = downloadWorld()
    const padded = Buffer.concat([body, Buffer.alloc(100)])
    const server = await serve((response) => {
      response.writeHead(200, { 'content-encoding': coding }).write(padded)
      setTimeout(() => response.write(Buffer.alloc(100)), 50)
      setTimeout(() => response.end(), 100)
    })
    expect(await get(server.address)).toMatchObject({ kind: 'file', file: { bytes: png.length, sha256 } })
    expect(files()).toHaveLength(1)
  })

  it('that stalls is aborted', async () => {
    const { get, clock, files } = downloadWorld()
    const body = gzipSync(png)
    const server = await serve((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length })
      response.write(body.subarray(0, 2000))
    })
    const outcome = get(server.address)
    await expect.poll(() => server.received.length).toBe(1)
    await clock.advance(30_000)
    await clock.advance(30_000)
    expect(await outcome).toMatchObject({ kind: 'failed', problem: { code: 'service_timeout' } })
    expect(files()).toEqual([])
  })
})

describe('a URL relative to the response that named it', () => {
  it('is fetched from the service itself, without a key', async () => {
    const { get } = downloadWorld()
    const server = await serve((response) => response.end(png))
    const responseUrl = `${server.address}/api/v1/client/request-status/1`
    expect(await get('/results/a.png', { responseUrl })).toMatchObject({ kind: 'file', file: { sha256 } })
    expect(server.received.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/results/a.png', undefined],
    ])
  })

  it('is rejected if the connection was removed', async () => {
    const { get } = downloadWorld()
    expect(await get('/results/a.png', { responseUrl: null })).toMatchObject({
      kind: 'refused',
      problem: { params: { what: 'not_a_url' } },
    })
  })
})
