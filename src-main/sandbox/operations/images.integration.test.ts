import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isRecord } from '../isRecord.ts'
import { sniffImage } from '../inputs/sniffImage.ts'
import { encodeImage } from '../media/images/imageCodec.ts'
import { readPng } from '../media/images/png.ts'
import { openSandbox, type TestSandbox } from '../testing.ts'

/** A dark disc on a light background. */
async function disc(width: number, height: number, format = 'png'): Promise<File> {
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let i = 0; i < width * height; i += 1) {
    const inside = Math.hypot((i % width) - width / 2, Math.floor(i / width) - height / 2) < height / 4
    pixels.set(inside ? [30, 40, 90, 255] : [235, 230, 220, 255], i * 4)
  }
  const { bytes, mime } = await encodeImage({ width, height, pixels }, format)
  return new File([new Uint8Array(bytes)], `disc.${format}`, { type: mime })
}

function form(fields: Record<string, string | File>): FormData {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return body
}

const edit = { model: 'granite-canvas', prompt: 'a blue hour', steps: '12', guidance: '4', seed: '5' }

async function run(sandbox: TestSandbox, path: string, fields: Record<string, string | File>) {
  const { data, text } = await sandbox.post(path, form(fields))
  if (typeof data.request_id !== 'string') throw new Error(text)
  sandbox.clock.advance(120_000)
  const done = await sandbox.status(data.request_id)
  const files: Record<string, Buffer> = {}
  const links = {
    main: done.result_url,
    ...(isRecord(done.results_alt_formats) ? done.results_alt_formats : {}),
  }
  for (const [name, url] of Object.entries(links)) {
    files[name] = Buffer.from(await (await fetch(String(url))).arrayBuffer())
  }
  return { id: data.request_id, files, main: files.main ?? Buffer.alloc(0) }
}

describe('image to image', () => {
  test('the result has the size of the input unless one is given, and depends on input and prompt', async () => {
    await using sandbox = await openSandbox()
    const image = await disc(256, 320)
    const { main } = await run(sandbox, 'img2img', { ...edit, image })
    const sized = await run(sandbox, 'img2img', { ...edit, image, width: '512', height: '256' })
    const other = await run(sandbox, 'img2img', { ...edit, image, prompt: 'autumn' })
    expect(sniffImage(main)).toMatchObject({ width: 256, height: 320 })
    expect(sniffImage(sized.main)).toMatchObject({ width: 512, height: 256 })
    expect(other.main.equals(main)).toBe(false)
    expect((await run(sandbox, 'img2img', { ...edit, image })).main.equals(main)).toBe(true)
  })

  test('the live price requires no image and equals the charge', async () => {
    await using sandbox = await openSandbox({ flavour: 'live' })
    const { model, prompt } = edit
    const { data } = await sandbox.post('img2img/price-calculation', {
      model,
      prompt,
      steps: 12,
      guidance: 4,
      seed: 5,
    })
    await run(sandbox, 'img2img', { ...edit, image: await disc(256, 256) })
    expect(sandbox.control.ledger()[0]).toMatchObject({ price: data.price, body: { prompt } })
  })

  test('several images are sent as `images[]`, up to the limit of the model', async () => {
    await using sandbox = await openSandbox()
    const send = async (count: number) => {
      const body = form({ ...edit, model: 'marble-edit', steps: '4', guidance: '0' })
      for (let i = 0; i < count; i += 1) body.append('images[]', await disc(256, 256, 'jpg'))
      return sandbox.post('img2img', body)
    }
    expect((await send(3)).status).toBe(200)
    expect((await send(4)).json).toMatchObject({ errors: { images: [expect.any(String)] } })
  })

  test('a size is rejected by a model with a fixed size', async () => {
    await using sandbox = await openSandbox()
    const image = await disc(256, 256)
    const { json } = await sandbox.post(
      'img2img',
      form({ ...edit, model: 'restitch-40', image, width: '512' }),
    )
    expect(json).toMatchObject({ errors: { width: ['The width field is prohibited.'] } })
  })
})

describe('inputs', () => {
  test.each<[string, () => Promise<File | string>]>([
    ['no file', () => Promise.resolve('image.png')],
    ['text labelled as an image', () => Promise.resolve(new File(['hello'], 'a.png', { type: 'image/png' }))],
    ['an empty file', () => Promise.resolve(new File([], 'a.png'))],
    ['an image that is too small', () => disc(32, 32)],
    ['an image that is too large for the model', () => disc(2100, 100)],
  ])('%s is rejected at `image`, at no cost', async (_title, make) => {
    await using sandbox = await openSandbox()
    const { status, json } = await sandbox.post(
      'img-upscale',
      form({ model: 'loupe-2x', image: await make() }),
    )
    expect(status).toBe(422)
    expect(json).toMatchObject({ errors: { image: [expect.any(String)] } })
    expect(sandbox.control.ledger()).toEqual([])
  })

  test('survive a restart', async () => {
    const stateFolder = mkdtempSync(join(tmpdir(), 'sandbox-inputs-'))
    try {
      const before = await openSandbox({ stateFolder })
      const { id, main } = await run(before, 'img-upscale', {
        model: 'loupe-2x',
        image: await disc(128, 160),
      })
      await before.close()
      await using after = await openSandbox({ stateFolder })
      after.clock.advance(240_000)
      const { result_url } = await after.status(id)
      const again = Buffer.from(await (await fetch(String(result_url))).arrayBuffer())
      expect(again.equals(main)).toBe(true)
    } finally {
      rmSync(stateFolder, { recursive: true })
    }
  })
})

describe('upscale and background removal', () => {
  test.each([
    ['loupe-2x', 2],
    ['loupe-4x', 4],
  ])('%s returns the same image %i times as wide', async (model, scale) => {
    await using sandbox = await openSandbox()
    for (const format of ['png', 'jpg', 'webp']) {
      const { main } = await run(sandbox, 'img-upscale', { model, image: await disc(128, 160, format) })
      const { width, height, pixels } = readPng(main)
      expect([width, height]).toEqual([128 * scale, 160 * scale])
      const at = (x: number, y: number) => pixels[(y * scale * width + x * scale) * 4] ?? 0
      expect(at(64, 80)).toBeLessThan(60)
      expect(at(5, 5)).toBeGreaterThan(200)
    }
  })

  test('background removal keeps the figure, clears the background, and offers no JPEG', async () => {
    await using sandbox = await openSandbox()
    const { main, files } = await run(sandbox, 'img-rmbg', {
      model: 'silhouette',
      image: await disc(200, 200),
    })
    const { pixels } = readPng(main)
    expect(pixels[(100 * 200 + 100) * 4 + 3]).toBe(255)
    expect(pixels[(10 * 200 + 10) * 4 + 3]).toBe(0)
    expect(Object.keys(files)).toEqual(['main', 'webp'])
  })

  test.each(['img-upscale', 'img-rmbg'])(
    '%s has the same price by file, by size and as charged',
    async (path) => {
      await using sandbox = await openSandbox({ flavour: 'live' })
      const model = path === 'img-rmbg' ? 'silhouette' : 'loupe-2x'
      const image = await disc(300, 200)
      const bySize = await sandbox.post(`${path}/price-calculation`, { model, width: 300, height: 200 })
      const byFile = await sandbox.post(`${path}/price-calculation`, form({ model, image }))
      await run(sandbox, path, { model, image })
      expect(byFile.data.price).toBe(bySize.data.price)
      expect(sandbox.control.ledger()[0]?.price).toBe(bySize.data.price)
      const neither = await sandbox.post(`${path}/price-calculation`, { model })
      expect(neither.json).toMatchObject({ errors: { width: [expect.any(String)] } })
    },
  )
})

test.each([
  ['img2img', ['image']],
  ['img-rmbg', ['image']],
  ['img-upscale', []],
])('as specified, a price request for %s requires the parameters of the job', async (path, invalid) => {
  await using sandbox = await openSandbox({ flavour: 'spec' })
  const bodies: Record<string, object> = {
    img2img: edit,
    'img-rmbg': { model: 'silhouette', width: 300, height: 200 },
    'img-upscale': { model: 'loupe-2x', width: 300, height: 200 },
  }
  const { json } = await sandbox.post(`${path}/price-calculation`, bodies[path])
  expect(json).toMatchObject(
    invalid.length === 0
      ? { data: { price: expect.any(Number) } }
      : { errors: Object.fromEntries(invalid.map((field) => [field, [expect.any(String)]])) },
  )
})
