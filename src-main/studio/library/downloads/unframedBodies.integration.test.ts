import { createHash } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  avifOf,
  clipInTwoOf,
  flacOf,
  mpegOf,
  oggOf,
  webmOf,
  wmvOf,
  xingOf,
} from '../../testing/containers.ts'
import { downloadWorld } from '../../testing/downloadWorld.ts'
import { aacOf, aviOf, clipOf, mp3Of, wavOf } from '../../testing/media.ts'
import { bmpOf, gifOf, jpegOf, pngOf, webpOf } from '../../testing/pictures.ts'
import { startTcp } from '../../testing/startTcp.ts'
import type { Expected } from './inspect.ts'

/** A host that sends no length and ends each body with its connection; `bodies` are sent one after another, the last for ever. */
async function serveUnframed(...bodies: readonly Buffer[]) {
  const left = [...bodies]
  const server = await startTcp((socket, soFar) => {
    if (!soFar.endsWith('\r\n\r\n')) return
    const body = left.length > 1 ? left.shift() : left[0]
    socket.end(
      Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n'), body ?? Buffer.alloc(0)]),
    )
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  return server
}

const json = Buffer.from('{"text":"Hello","segments":[{"start":0.5,"text":"Hel\\"lo"}]}')

describe('a body that ends with its connection', () => {
  it.each<[string, Buffer, Expected]>([
    ['png', pngOf(20, 20), 'image'],
    ['jpg', jpegOf(40, 40), 'image'],
    ['webp', webpOf.lossy(9, 9), 'image'],
    ['gif', gifOf(9, 9), 'image'],
    ['bmp', bmpOf(9, 9), 'image'],
    ['avif', avifOf([9, 9]), 'image'],
    ['mp4', clipOf(), 'media'],
    ['mp4', clipInTwoOf(), 'media'],
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
    'of %s is saved after one download when it is whole, and never when it is cut',
    async (format, whole, expected) => {
      const { get, files } = downloadWorld()
      for (let place = 1; place <= 24; place++) {
        const cut = Math.min(whole.length - 1, Math.ceil((whole.length * place) / 24))
        const server = await serveUnframed(whole.subarray(0, cut))
        const outcome = await get(server.address, { expect: expected })
        const isSaved = outcome.kind === 'file' && outcome.file.format === format
        expect(isSaved, `cut at ${cut} of ${whole.length}`).toBe(false)
        if (outcome.kind === 'file') expect(outcome.file.format, `cut at ${cut}`).toMatch(/^(bin|txt)$/)
      }
      const server = await serveUnframed(whole)
      const before = files().length
      expect(await get(server.address, { expect: expected })).toMatchObject({
        kind: 'file',
        file: { format },
      })
      expect(server.connections()).toBe(1)
      expect(files()).toHaveLength(before + 1)
    },
  )

  it.each<[string, Buffer, Expected]>([
    ['mp3', mp3Of(6, true), 'media'],
    ['aac', aacOf(6), 'media'],
    ['webm', webmOf({ isLive: true }), 'media'],
    ['flac', flacOf(4, { isLengthTold: false }), 'media'],
    ['mpeg', mpegOf().subarray(0, -4), 'media'],
    ['bin', Buffer.from([1, 2, 3, 0, 4, 5, 6, 7]), 'any'],
    ['txt', Buffer.from('1\n00:00:00,000 --> 00:00:01,000\nHello\n\n'), 'text'],
    ['txt', Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n'), 'text'],
  ])(
    'of %s, of which nothing shows its end, is saved once it came alike twice',
    async (format, whole, expected) => {
      const { get, files } = downloadWorld()
      for (let cut = Math.ceil(whole.length / 2); cut < whole.length; cut += Math.ceil(whole.length / 40)) {
        for (const bodies of [
          [whole.subarray(0, cut), whole],
          [whole, whole.subarray(0, cut)],
        ]) {
          const server = await serveUnframed(...bodies)
          expect(await get(server.address, { expect: expected }), `cut at ${cut}`).toMatchObject({
            kind: 'failed',
            problem: { code: 'result_damaged' },
          })
        }
      }
      expect(files()).toEqual([])
      const server = await serveUnframed(whole)
      const sha256 = createHash('sha256').update(whole).digest('hex')
      expect(await get(server.address, { expect: expected })).toMatchObject({
        kind: 'file',
        file: { format, sha256 },
      })
      expect(server.connections()).toBe(2)
      expect(files()).toHaveLength(1)
    },
  )

  it('the second of which is refused fails as that refusal says', async () => {
    const { get, files } = downloadWorld()
    let asked = 0
    const server = await startTcp((socket, soFar) => {
      if (!soFar.endsWith('\r\n\r\n')) return
      const head = asked++ === 0 ? '200 OK' : '403 Forbidden'
      socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${head}\r\nConnection: close\r\n\r\n`), mp3Of(3)]))
    })
    onTestFinished(() => server[Symbol.asyncDispose]())
    expect(await get(server.address, { expect: 'media' })).toMatchObject({ kind: 'expired' })
    expect(files()).toEqual([])
  })
})
