import { rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import fc from 'fast-check'
import type { Media } from '../../../studio/library/assets/media.ts'
import { createMediaResponse, type MediaResponse, parseRange } from './createMediaResponse.ts'
import { temporaryFolder } from '../../../studio/testing/temporaryFolder.ts'

const asset = { kind: 'asset', id: 'a1' } as const
const bytes = Uint8Array.from({ length: 700_000 }, (_, at) => at % 251)
let path: string

const warn = vi.fn()
const finding = (media: Media | null) => ({ find: async () => media, log: { warn } })
const onDisk = (mime = 'video/mp4'): Media => ({ mime, path, bytes: 1 })
const bodyOf = async (body: MediaResponse['body']): Promise<Uint8Array> =>
  new Uint8Array(await new Response(body).arrayBuffer())

describe('createMediaResponse', () => {
  beforeEach(async () => {
    vi.clearAllMocks()
    path = join(temporaryFolder(), 'file')
    await writeFile(path, bytes)
  })

  it('logs a file that can’t be read to its end, and cuts the response', async () => {
    const { body } = await createMediaResponse(finding(onDisk()), asset, null)
    await truncate(path, 10)
    await expect(bodyOf(body)).rejects.toThrow('The file ended early')
    expect(warn).toHaveBeenCalledExactlyOnceWith('A media file could not be read', {
      ...asset,
      error: new Error('The file ended early'),
    })
  })

  it('streams a complete file with its length', async () => {
    const response = await createMediaResponse(finding(onDisk()), asset, null)
    expect(response.status).toBe(200)
    expect(response.headers).toMatchObject({ 'Content-Type': 'video/mp4', 'Content-Length': '700000' })
    expect(await bodyOf(response.body)).toEqual(bytes)
  })

  it('returns 404 for a link or a folder instead of the file', async () => {
    const link = `${path}.link`
    await symlink(path, link)
    for (const other of [link, dirname(path)]) {
      const response = await createMediaResponse(
        finding({ mime: 'video/mp4', path: other, bytes: 1 }),
        asset,
        null,
      )
      expect(response.status).toBe(404)
    }
  })

  it('returns an export as a download with its name, never cached', async () => {
    const exported = { kind: 'export', id: 'e1' } as const
    const given = (fileName: string): Media => ({ mime: 'text/csv', path, bytes: 1, fileName })
    const { headers } = await createMediaResponse(
      finding(given('easel-spend-2026.csv')),
      exported,
      null,
      true,
    )
    expect(headers).toMatchObject({
      'Content-Disposition': 'attachment; filename="easel-spend-2026.csv"',
      'Content-Type': 'application/octet-stream',
      'Cache-Control': 'no-store',
    })
    const hostile = await createMediaResponse(finding(given('a"; x=".html')), exported, null, true)
    expect(hostile.headers['Content-Disposition']).toBe('attachment')
  })

  it('streams the part a player seeks to', async () => {
    const response = await createMediaResponse(finding(onDisk()), asset, 'bytes=300000-650000')
    expect(response.status).toBe(206)
    expect(response.headers['Content-Range']).toBe('bytes 300000-650000/700000')
    expect(await bodyOf(response.body)).toEqual(bytes.subarray(300_000, 650_001))
  })

  it('returns a range of bytes in memory too', async () => {
    const response = await createMediaResponse(finding({ mime: 'image/png', data: bytes }), asset, 'bytes=-3')
    expect(await bodyOf(response.body)).toEqual(bytes.subarray(-3))
  })

  it('returns the length of the file for an unsatisfiable range', async () => {
    const response = await createMediaResponse(finding(onDisk()), asset, 'bytes=700000-')
    expect(response).toMatchObject({ status: 416, body: null })
    expect(response.headers['Content-Range']).toBe('bytes */700000')
  })

  it('returns only the headers for a HEAD request', async () => {
    const response = await createMediaResponse(finding(onDisk()), asset, null, true)
    expect(response).toMatchObject({ status: 200, body: null })
    expect(response.headers['Content-Length']).toBe('700000')
  })

  it('returns an empty file', async () => {
    await writeFile(path, '')
    const response = await createMediaResponse(finding(onDisk()), asset, null)
    expect(response).toMatchObject({ status: 200, body: null })
    expect(response.headers['Content-Length']).toBe('0')
  })

  it('returns 404 without a reference, for an unknown id and for a missing file', async () => {
    await rm(path)
    expect((await createMediaResponse(finding(onDisk()), asset, null)).status).toBe(404)
    expect((await createMediaResponse(finding(null), asset, null)).status).toBe(404)
    expect((await createMediaResponse(finding(onDisk()), null, null)).status).toBe(404)
    expect(warn).not.toHaveBeenCalled()
  })

  it('returns 204 for the preview of a job that has ended', async () => {
    const preview = { kind: 'preview', id: 'j1' } as const
    expect(await createMediaResponse(finding(null), preview, null)).toMatchObject({ status: 204, body: null })
  })

  it.each(['text/html', 'image/svg+xml', 'application/pdf', 'text/javascript', 'IMAGE/PNG', ''])(
    'never serves %s as a document',
    async (mime) => {
      const { headers, body } = await createMediaResponse(finding({ mime, data: bytes }), asset, null)
      await bodyOf(body)
      expect(headers).toMatchObject({
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': 'attachment',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      })
    },
  )

  it('closes the file when the player cancels', async () => {
    for (let seek = 0; seek < 3000; seek += 1) {
      const { body } = await createMediaResponse(finding(onDisk()), asset, 'bytes=0-')
      if (body instanceof ReadableStream) await body.cancel()
    }
    const response = await createMediaResponse(finding(onDisk()), asset, 'bytes=0-9')
    expect(await bodyOf(response.body)).toHaveLength(10)
  })

  it('logs no error if the player cancels while a part is being read', async () => {
    const { body } = await createMediaResponse(finding(onDisk()), asset, null)
    if (!(body instanceof ReadableStream)) throw new Error('The file isn’t streamed.')
    const reader = body.getReader()
    const pending = reader.read()
    await reader.cancel()
    expect(await pending).toEqual({ done: true, value: undefined })
    // Cancelling waits for the read.
    await new Promise(setImmediate)
    expect(warn).not.toHaveBeenCalled()
  })

  it('logs a file that can’t be opened although it exists, and returns 404', async () => {
    const link = `${path}-link`
    await symlink(path, link)
    const { status } = await createMediaResponse(
      finding({ mime: 'video/mp4', path: link, bytes: 1 }),
      asset,
      null,
    )
    expect(status).toBe(404)
    expect(warn).toHaveBeenCalledExactlyOnceWith('A media file could not be read', {
      ...asset,
      error: expect.objectContaining({ code: 'ELOOP' }),
    })
  })
})

describe('parseRange', () => {
  it.each([
    ['bytes=0-', 100, { start: 0, end: 99 }],
    ['bytes=0-0', 100, { start: 0, end: 0 }],
    ['bytes=10-19', 100, { start: 10, end: 19 }],
    ['bytes=90-500', 100, { start: 90, end: 99 }],
    ['bytes=-10', 100, { start: 90, end: 99 }],
    ['bytes=-500', 100, { start: 0, end: 99 }],
    ['bytes=99-', 100, { start: 99, end: 99 }],
  ])('reads %s of %i bytes', (header, size, range) => {
    expect(parseRange(header, size)).toEqual(range)
  })

  it.each([
    ['bytes=100-', 100],
    ['bytes=100-200', 100],
    ['bytes=-0', 100],
    ['bytes=0-', 0],
    ['bytes=-5', 0],
  ])('cannot satisfy %s of %i bytes', (header, size) => {
    expect(parseRange(header, size)).toBe('unsatisfiable')
  })

  it.each([
    null,
    undefined,
    '',
    'bytes=-',
    'bytes=5-4',
    'bytes=0-1,3-4',
    'items=0-1',
    'bytes=a-b',
    'bytes=0x1-2',
    'bytes=1e3-',
    'bytes=--5',
    'bytes=99999999999999999999-',
  ])('returns the complete body for %s', (header) => {
    expect(parseRange(header, 100)).toBeNull()
  })

  it('never reaches beyond the body, whatever is requested', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), fc.nat(), fc.nat(1e6), (noise, first, last, size) => {
        for (const header of [noise, `bytes=${noise}`, `bytes=${first}-${last}`, `bytes=-${last}`]) {
          const range = parseRange(header, size)
          if (range === null || range === 'unsatisfiable') continue
          expect(range.start).toBeGreaterThanOrEqual(0)
          expect(range.end).toBeGreaterThanOrEqual(range.start)
          expect(range.end).toBeLessThan(size)
        }
      }),
    )
  })
})
