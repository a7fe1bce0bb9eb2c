import { createHash } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  avifOf,
  splitClipOf,
  flacOf,
  mpegOf,
  oggOf,
  webmOf,
  wmvOf,
  xingOf,
} from '../../testing/media/containers.ts'
import { downloadWorld } from '../../testing/worlds/downloadWorld.ts'
import { aacOf, aviOf, clipOf, mp3Of, wavOf } from '../../testing/media/audioVideo.ts'
import { bmpOf, gifOf, jpegOf, pngOf, webpOf } from '../../testing/media/images.ts'
import { startTcp } from '../../testing/servers/startTcp.ts'
import type { ExpectedKind } from './inspectFile.ts'

/** A host that sends no length and ends each body with its connection. It sends `bodies` in order and then repeats the last. */
async function serveUnframed(...bodies: readonly Buffer[]) {
  const remaining = [...bodies]
  const server = await startTcp((socket, soFar) => {
    if (!soFar.endsWith('\r\n\r\n')) return
    const body = remaining.length > 1 ? remaining.shift() : remaining[0]
    socket.end(
      Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n'), body ?? Buffer.alloc(0)]),
    )
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  return server
}

const json = Buffer.from('{"text":"Hello","segments":[{"start":0.5,"text":"Hel\\"lo"}]}')

describe('a body that ends with its connection', () => {
  it.each<[string, Buffer, ExpectedKind]>([
    ['png', pngOf(20, 20), 'image'],
    ['jpg', jpegOf(40, 40), 'image'],
    ['webp', webpOf.lossy(9, 9), 'image'],
    ['gif', gifOf(9, 9), 'image'],
    ['bmp', bmpOf(9, 9), 'image'],
    ['avif', avifOf([9, 9]), 'image'],
    ['mp4', clipOf(), 'media'],
    ['mp4', splitClipOf(), 'media'],
    ['mov', clipOf({ brand: 'qt  ' }), 'media'],
    ['m4a', clipOf({ brand: 'M4A ', tracks: ['soun'] }), 'media'],
    ['webm', webmOf(), 'media'],
    ['ogg', oggOf(), 'media'],
    ['flac', flacOf(5), 'media'],
    ['wav', wavOf(0.05), 'media'],
    ['mp3', xingOf(3, mp3Of(1, true)), 'media'],
    ['avi', aviOf(9, 9, 1), 'media'],
    ['wmv', wmvOf(), 'media'],
    ['json', json, 'text'],
  ])(
    'of %s is saved after one download if it is complete, and never if it is truncated',
    async (format, body, expected) => {
      const { get, files } = downloadWorld()
      for (let step = 1; step <= 24; step++) {
        const length = Math.min(body.length - 1, Math.ceil((body.length * step) / 24))
        const server = await serveUnframed(body.subarray(0, length))
        const outcome = await get(server.address, { expect: expected })
        const isSaved = outcome.kind === 'file' && outcome.file.format === format
        expect(isSaved, `cut at ${length} of ${body.length}`).toBe(false)
        if (outcome.kind === 'file') expect(outcome.file.format, `cut at ${length}`).toMatch(/^(bin|txt)$/)
      }
      const server = await serveUnframed(body)
      const before = files().length
      expect(await get(server.address, { expect: expected })).toMatchObject({
        kind: 'file',
        file: { format },
      })
      expect(server.connections()).toBe(1)
      expect(files()).toHaveLength(before + 1)
    },
  )

  it.each<[string, Buffer, ExpectedKind]>([
    ['mp3', mp3Of(6, true), 'media'],
    ['aac', aacOf(6), 'media'],
    ['webm', webmOf({ isLive: true }), 'media'],
    ['flac', flacOf(4, { hasLength: false }), 'media'],
    ['mpeg', mpegOf().subarray(0, -4), 'media'],
    ['bin', Buffer.from([1, 2, 3, 0, 4, 5, 6, 7]), 'any'],
    ['txt', Buffer.from('1\n00:00:00,000 --> 00:00:01,000\nHello\n\n'), 'text'],
    ['txt', Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n'), 'text'],
  ])(
    'of %s, whose end is not detectable, is saved after two identical downloads',
    async (format, body, expected) => {
      const { get, files } = downloadWorld()
      for (
        let length = Math.ceil(body.length / 2);
        length < body.length;
        length += Math.ceil(body.length / 40)
      ) {
        for (const bodies of [
          [body.subarray(0, length), body],
          [body, body.subarray(0, length)],
        ]) {
          const server = await serveUnframed(...bodies)
          expect(await get(server.address, { expect: expected }), `cut at ${length}`).toMatchObject({
            kind: 'failed',
            problem: { code: 'result_damaged' },
          })
        }
      }
      expect(files()).toEqual([])
      const server = await serveUnframed(body)
      const sha256 = createHash('sha256').update(body).digest('hex')
      expect(await get(server.address, { expect: expected })).toMatchObject({
        kind: 'file',
        file: { format, sha256 },
      })
      expect(server.connections()).toBe(2)
      expect(files()).toHaveLength(1)
    },
  )

  it('fails like its second download if that fails', async () => {
    const { get, files } = downloadWorld()
    let requests = 0
    const server = await startTcp((socket, soFar) => {
      if (!soFar.endsWith('\r\n\r\n')) return
      const head = requests++ === 0 ? '200 OK' : '403 Forbidden'
      socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${head}\r\nConnection: close\r\n\r\n`), mp3Of(3)]))
    })
    onTestFinished(() => server[Symbol.asyncDispose]())
    expect(await get(server.address, { expect: 'media' })).toMatchObject({ kind: 'expired' })
    expect(files()).toEqual([])
  })
})
