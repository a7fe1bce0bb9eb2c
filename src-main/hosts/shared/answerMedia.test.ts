import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Media } from '../../studio/library/assets/Media.ts'
import { answerMedia } from './answerMedia.ts'
import type { MediaAnswer } from './answerMedia.ts'

const asset = { place: 'asset', id: 'a1' } as const
const bytes = Uint8Array.from({ length: 700_000 }, (_, at) => at % 251)
let path: string

const finding = (media: Media | null) => async () => media
const onDisk = (mime = 'video/mp4'): Media => ({ mime, path, bytes: 1 })
const bodyOf = async (body: MediaAnswer['body']): Promise<Uint8Array> =>
  new Uint8Array(await new Response(body).arrayBuffer())

describe('answerMedia', () => {
  beforeEach(async () => {
    path = join(await mkdtemp(join(tmpdir(), 'easel-media-')), 'file')
    await writeFile(path, bytes)
  })

  it('streams a whole file with its true length', async () => {
    const answer = await answerMedia(finding(onDisk()), asset, null)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({ 'Content-Type': 'video/mp4', 'Content-Length': '700000' })
    expect(await bodyOf(answer.body)).toEqual(bytes)
  })

  it('answers with nothing behind a link or a folder in place of the file', async () => {
    const link = `${path}.link`
    await symlink(path, link)
    for (const other of [link, dirname(path)]) {
      const answer = await answerMedia(finding({ mime: 'video/mp4', path: other, bytes: 1 }), asset, null)
      expect(answer.status).toBe(404)
    }
  })

  it('hands an export over to be saved under its name, and never kept', async () => {
    const exported = { place: 'export', id: 'e1' } as const
    const given = (fileName: string): Media => ({ mime: 'text/csv', path, bytes: 1, fileName })
    const { headers } = await answerMedia(finding(given('easel-spend-2026.csv')), exported, null, true)
    expect(headers).toMatchObject({
      'Content-Disposition': 'attachment; filename="easel-spend-2026.csv"',
      'Content-Type': 'application/octet-stream',
      'Cache-Control': 'no-store',
    })
    const hostile = await answerMedia(finding(given('a"; x=".html')), exported, null, true)
    expect(hostile.headers['Content-Disposition']).toBe('attachment')
  })

  it('streams the part a player seeks to', async () => {
    const answer = await answerMedia(finding(onDisk()), asset, 'bytes=300000-650000')
    expect(answer.status).toBe(206)
    expect(answer.headers['Content-Range']).toBe('bytes 300000-650000/700000')
    expect(await bodyOf(answer.body)).toEqual(bytes.subarray(300_000, 650_001))
  })

  it('cuts the part out of bytes in memory too', async () => {
    const answer = await answerMedia(finding({ mime: 'image/png', data: bytes }), asset, 'bytes=-3')
    expect(await bodyOf(answer.body)).toEqual(bytes.subarray(-3))
  })

  it('says how long the file is when nothing of it can be given', async () => {
    const answer = await answerMedia(finding(onDisk()), asset, 'bytes=700000-')
    expect(answer).toMatchObject({ status: 416, body: null })
    expect(answer.headers['Content-Range']).toBe('bytes */700000')
  })

  it('gives the headers alone when the body is not wanted', async () => {
    const answer = await answerMedia(finding(onDisk()), asset, null, true)
    expect(answer).toMatchObject({ status: 200, body: null })
    expect(answer.headers['Content-Length']).toBe('700000')
  })

  it('answers an empty file', async () => {
    await writeFile(path, '')
    const answer = await answerMedia(finding(onDisk()), asset, null)
    expect(answer).toMatchObject({ status: 200, body: null })
    expect(answer.headers['Content-Length']).toBe('0')
  })

  it('is 404 for no address, an unknown id, and a file that is gone', async () => {
    await rm(path)
    expect((await answerMedia(finding(onDisk()), asset, null)).status).toBe(404)
    expect((await answerMedia(finding(null), asset, null)).status).toBe(404)
    expect((await answerMedia(finding(onDisk()), null, null)).status).toBe(404)
  })

  it.each(['text/html', 'image/svg+xml', 'application/pdf', 'text/javascript', 'IMAGE/PNG', ''])(
    'never lets %s be a document',
    async (mime) => {
      const { headers, body } = await answerMedia(finding({ mime, data: bytes }), asset, null)
      await bodyOf(body)
      expect(headers).toMatchObject({
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': 'attachment',
        'X-Content-Type-Options': 'nosniff',
        'Content-Security-Policy': "default-src 'none'; sandbox",
      })
    },
  )

  it('closes the file when the player gives up', async () => {
    for (let seek = 0; seek < 3000; seek += 1) {
      const { body } = await answerMedia(finding(onDisk()), asset, 'bytes=0-')
      if (body instanceof ReadableStream) await body.cancel()
    }
    const answer = await answerMedia(finding(onDisk()), asset, 'bytes=0-9')
    expect(await bodyOf(answer.body)).toHaveLength(10)
  })
})
