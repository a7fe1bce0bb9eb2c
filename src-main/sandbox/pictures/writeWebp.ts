import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import encode, { init } from '@jsquash/webp/encode.js'
import type { Picture } from './LandscapeOrder.ts'

let ready: Promise<unknown> | null = null

/** Encodes WebP with libwebp compiled to WebAssembly; the module is compiled at the first picture. */
export async function writeWebp({ width, height, pixels }: Picture, quality = 84): Promise<Uint8Array> {
  ready ??= start()
  await ready
  const image = {
    width,
    height,
    data: pixels,
    colorSpace: 'srgb' as const,
    pixelFormat: 'rgba-unorm8' as const,
  }
  return new Uint8Array(await encode(image, { quality, method: 2 }))
}

async function start(): Promise<void> {
  const require = createRequire(import.meta.url)
  // The package would fetch its module by URL, which Node does not do for files.
  const file = require.resolve('@jsquash/webp/codec/enc/webp_enc_simd.wasm')
  await init(await WebAssembly.compile(await readFile(file)))
}
