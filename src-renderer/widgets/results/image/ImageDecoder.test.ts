import { expect, test } from 'vitest'
import { ImageDecoder, type DecodingImage } from './ImageDecoder.ts'

/** A decoder whose images are decoded when the test calls `finish` or `fail`. */
function makeDecoder() {
  const started: string[] = []
  const images = new Map<string, { image: DecodingImage; finish: () => void; fail: () => void }>()
  const decoder = new ImageDecoder(
    () => {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const image: DecodingImage = {
        src: '',
        decode: () => {
          started.push(image.src)
          images.set(image.src, { image, finish: resolve, fail: () => reject(new Error('damaged')) })
          return promise
        },
      }
      return image
    },
    (id) => `/asset/${id}`,
  )
  const settle = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve()
  }
  const finish = async (id: string) => {
    images.get(`/asset/${id}`)?.finish()
    await settle()
  }
  const fail = async (id: string) => {
    images.get(`/asset/${id}`)?.fail()
    await settle()
  }
  return { decoder, started, images, settle, finish, fail }
}

const image = (id: string, side = 1000) => ({ id, kind: 'image' as const, width: side, height: side })

test('images are decoded one after another, the most urgent one first', async () => {
  const { decoder, started, settle, finish, fail } = makeDecoder()
  decoder.keep([image('a'), image('b'), image('c')])
  await settle()
  expect(started).toEqual(['/asset/a'])
  await finish('a')
  expect(decoder.isDecoded('a')).toBe(true)
  await fail('b')
  expect(decoder.isDecoded('b')).toBe(false)
  expect(started).toEqual(['/asset/a', '/asset/b', '/asset/c'])
})

test('an image that becomes the first one is decoded at once, and the others wait for both', async () => {
  const { decoder, started, settle, finish } = makeDecoder()
  decoder.keep([image('a'), image('b'), image('c'), image('d')])
  await settle()
  await finish('a')
  decoder.keep([image('c'), image('d'), image('b')])
  await settle()
  expect(started).toEqual(['/asset/a', '/asset/b', '/asset/c'])
  await finish('c')
  expect(started).toHaveLength(3)
  await finish('b')
  expect(started).toEqual(['/asset/a', '/asset/b', '/asset/c', '/asset/d'])
})

test('images that are no longer kept are cancelled, and no image is decoded twice', async () => {
  const { decoder, started, images, settle, finish } = makeDecoder()
  decoder.keep([image('a'), image('b')])
  await settle()
  await finish('a')
  const loading = images.get('/asset/b')?.image
  decoder.keep([image('c'), image('a')])
  await settle()
  expect(loading?.src).toBe('')
  expect(decoder.isDecoded('a')).toBe(true)
  expect(started).toEqual(['/asset/a', '/asset/b', '/asset/c'])
})

test('large images are decoded ahead only within the memory limit', async () => {
  const { decoder, started, settle, finish } = makeDecoder()
  decoder.keep([image('a', 6000), image('b', 6000), image('c', 100)])
  await settle()
  await finish('a')
  expect(started).toEqual(['/asset/a'])
})

test('other kinds and images too large to show are not decoded', async () => {
  const { decoder, started, settle } = makeDecoder()
  decoder.keep([{ ...image('video'), kind: 'video' }, image('huge', 100_000), image('a')])
  await settle()
  expect(started).toEqual(['/asset/a'])
})

test('`whenDone` resolves once the image is decoded, and immediately for an image that is not kept', async () => {
  const { decoder, settle, finish } = makeDecoder()
  decoder.keep([image('a')])
  let isDone = false
  void decoder.whenDone('a').then(() => (isDone = true))
  await settle()
  expect(isDone).toBe(false)
  await finish('a')
  expect(isDone).toBe(true)
  await decoder.whenDone('unknown')
})
