import jpeg from 'jpeg-js'
import { sniffImage } from '../../inputs/sniffImage.ts'
import { hashText } from '../../random.ts'
import type { RgbaImage } from '../RgbaImage.ts'
import { paintLandscape } from '../landscape/paintLandscape.ts'
import { readPng, writePng } from './png.ts'
import type { ResultFile } from '../ResultFile.ts'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import decode, { init as initDecoder } from '@jsquash/webp/decode.js'
import encode, { init as initEncoder } from '@jsquash/webp/encode.js'

/** Decodes an uploaded PNG, JPEG or WebP. Any other file is replaced by a landscape of its size. */
export async function decodeImage(bytes: Uint8Array): Promise<RgbaImage> {
  const header = sniffImage(bytes)
  try {
    if (header?.mime === 'image/png') return readPng(bytes)
    if (header?.mime === 'image/jpeg') {
      const { width, height, data } = jpeg.decode(bytes, { useTArray: true })
      return { width, height, pixels: new Uint8ClampedArray(data) }
    }
    if (header?.mime === 'image/webp') {
      return await readWebp(bytes)
    }
  } catch {
    // An invalid or unsupported file is replaced below.
  }
  const { width, height } = header ?? { width: 512, height: 512 }
  const seed = hashText(Buffer.from(bytes.subarray(0, 4096)).toString('latin1'))
  return paintLandscape({ prompt: 'an unreadable input', seed, style: 0, width, height })
}

/** Encodes an image as `png`, `jpg` or `webp`. */
export async function encodeImage(image: RgbaImage, format: string): Promise<ResultFile> {
  switch (format) {
    case 'jpg': {
      const { data } = jpeg.encode({ data: image.pixels, width: image.width, height: image.height }, 88)
      return { bytes: data, mime: 'image/jpeg' }
    }
    case 'webp':
      return { bytes: await writeWebp(image), mime: 'image/webp' }
    default:
      return { bytes: await writePng(image), mime: 'image/png' }
  }
}

let decoderReady: Promise<unknown> | null = null
let encoderReady: Promise<unknown> | null = null

/** Decodes WebP with libwebp, which is compiled at the first use. Throws when the file is not WebP. */
export async function readWebp(bytes: Uint8Array): Promise<RgbaImage> {
  decoderReady ??= compileModule('@jsquash/webp/codec/dec/webp_dec.wasm').then(initDecoder)
  await decoderReady
  const { width, height, data } = await decode(new Uint8Array(bytes).buffer)
  return { width, height, pixels: new Uint8ClampedArray(data) }
}

/** Encodes WebP with libwebp, which is compiled at the first use. */
export async function writeWebp({ width, height, pixels }: RgbaImage, quality = 84): Promise<Uint8Array> {
  encoderReady ??= compileModule('@jsquash/webp/codec/enc/webp_enc_simd.wasm').then(initEncoder)
  await encoderReady
  const image = {
    width,
    height,
    data: pixels,
    colorSpace: 'srgb' as const,
    pixelFormat: 'rgba-unorm8' as const,
  }
  return new Uint8Array(await encode(image, { quality, method: 2 }))
}

/** Compiles a WebAssembly module of a package. The package itself would fetch it by URL, which Node doesn't support for files. */
async function compileModule(path: string): Promise<WebAssembly.Module> {
  const require = createRequire(import.meta.url)
  return WebAssembly.compile(await readFile(require.resolve(path)))
}
