import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import decode, { init as initDecoder } from '@jsquash/webp/decode.js'
import encode, { init as initEncoder } from '@jsquash/webp/encode.js'
import type { RgbaImage } from './RgbaImage.ts'

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

/** The package would fetch its module by URL, which Node does not support for files. */
async function compileModule(path: string): Promise<WebAssembly.Module> {
  const require = createRequire(import.meta.url)
  return WebAssembly.compile(await readFile(require.resolve(path)))
}
