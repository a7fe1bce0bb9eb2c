import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { wavOf } from '../../testing/media/audioVideo.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { CORNERS, orientedImage, shownCorners } from '../../testing/media/orientations.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { createMultipartBody } from '../../service/http/multipartBody.ts'
import { uprightImage } from '../export/convert/uprightImage.ts'
import { UprightCopies } from './UprightCopies.ts'

function world(makeUpright = vi.fn(uprightImage)) {
  const outside = temporaryFolder()
  const folder = join(temporaryFolder(), 'upright')
  const log = memoryLog()
  const copies = new UprightCopies({ folder, makeUpright, log })
  const write = (name: string, bytes: Buffer): string => {
    const path = join(outside, name)
    writeFileSync(path, bytes)
    return path
  }
  return { copies, folder, log, makeUpright, write }
}

it.each(['jpeg', 'png', 'webp'] as const)(
  'a request sends the upright copy of a rotated %s',
  async (format) => {
    const { copies, write } = world()
    const path = write('photo', await orientedImage(format, 6))
    const file = { field: 'image', path, fileName: 'photo', mime: 'image/jpeg' }
    const body = await createMultipartBody('{}', [file], (source) => copies.find(source))
    const chunks: Buffer[] = []
    for await (const chunk of body.stream) chunks.push(Buffer.from(chunk))
    const sent = Buffer.concat(chunks)
    expect(sent.length).toBe(body.length)
    const start = sent.indexOf('\r\n\r\n') + 4
    const bytes = sent.subarray(start, sent.lastIndexOf('\r\n--'))
    expect(await shownCorners(bytes)).toEqual({ size: '192 × 128', corners: CORNERS })
    expect(bytes).toEqual(await readFile(await copies.find(path)))
  },
)

it('files that are upright, no photos or missing are sent as they are', async () => {
  const { copies, makeUpright, write } = world()
  const [photo, sound] = [write('a.jpg', await orientedImage('jpeg', 1)), write('b.wav', wavOf(0.1))]
  expect(await copies.find(photo)).toBe(photo)
  expect(await copies.find(sound)).toBe(sound)
  expect(makeUpright).not.toHaveBeenCalled()
  expect(await copies.find('/missing.jpg')).toBe('/missing.jpg')
})

it('a copy is made once, also for requests at the same time, and again after the file changed', async () => {
  const { copies, makeUpright, write } = world()
  const path = write('photo.jpg', await orientedImage('jpeg', 3))
  const [first, second] = await Promise.all([copies.find(path), copies.find(path)])
  expect(first).toBe(second)
  expect(await copies.find(path)).toBe(first)
  expect(makeUpright).toHaveBeenCalledTimes(1)
  utimesSync(path, 1, 1)
  expect(await copies.find(path)).not.toBe(first)
})

it('a photo that can’t be decoded is sent as it is, and no copy is left', async () => {
  const { copies, folder, write } = world(vi.fn(() => Promise.reject(new Error('damaged'))))
  const path = write('photo.jpg', await orientedImage('jpeg', 8))
  expect(await copies.find(path)).toBe(path)
  expect(() => readdirSync(folder)).toThrow('ENOENT')
})

it('copies that were made long ago are deleted with the next one', async () => {
  const { copies, folder, write } = world()
  const old = await copies.find(write('a.jpg', await orientedImage('jpeg', 2)))
  utimesSync(old, 1, 1)
  const newer = await copies.find(write('b.jpg', await orientedImage('jpeg', 4)))
  expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([newer])
})
