import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import jpeg from 'jpeg-js'
import decodePng, { init as initPngDecoder } from '@jsquash/png/decode.js'
import encodePng, { init as initPngEncoder } from '@jsquash/png/encode.js'
import decodeWebp, { init as initWebpDecoder } from '@jsquash/webp/decode.js'
import encodeWebp, { init as initWebpEncoder } from '@jsquash/webp/encode.js'
import type { ImageFormat } from '../../../../../src-preload/contract/types/export.ts'

/** Pixels in RGBA. */
export interface Pixels {
  width: number
  height: number
  data: Uint8ClampedArray<ArrayBuffer>
}

const MAX_MEGAPIXELS = 50
const MAX_MEGABYTES = 1024

/** Throws if the file is damaged. */
export async function decodeImage(bytes: Uint8Array, format: ImageFormat): Promise<Pixels> {
  if (format === 'jpg') {
    const limits = { maxResolutionInMP: MAX_MEGAPIXELS, maxMemoryUsageInMB: MAX_MEGABYTES }
    const { width, height, data } = jpeg.decode(bytes, { useTArray: true, ...limits })
    return { width, height, data: clamped(data) }
  }
  const file = new Uint8Array(bytes).buffer
  const { width, height, data } = format === 'png' ? await readPng(file) : await readWebp(file)
  return { width, height, data: clamped(data) }
}

/** The same memory as another type; if it is shared memory, a copy. */
const clamped = (data: Uint8ClampedArray | Uint8Array): Pixels['data'] =>
  data.buffer instanceof ArrayBuffer
    ? new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8ClampedArray(data)

/** `quality`: 1 to 100, for JPEG and WebP. Changes the pixels, so they can't be used afterwards. */
export async function encodeImage(
  image: Pixels,
  format: ImageFormat,
  quality: number,
): Promise<Uint8Array<ArrayBuffer>> {
  if (format === 'jpg') return new Uint8Array(jpeg.encode(flattenOnWhite(image), quality).data)
  const imageData = { ...image, colorSpace: 'srgb' as const, pixelFormat: 'rgba-unorm8' as const }
  if (format === 'png') {
    await initCodec('@jsquash/png/codec/pkg/squoosh_png_bg.wasm', initPngEncoder)
    return new Uint8Array(await encodePng(imageData))
  }
  await initCodec('@jsquash/webp/codec/enc/webp_enc_simd.wasm', initWebpEncoder)
  return new Uint8Array(await encodeWebp(imageData, { quality }))
}

async function readPng(file: ArrayBuffer): Promise<Pixels> {
  await initCodec('@jsquash/png/codec/pkg/squoosh_png_bg.wasm', initPngDecoder)
  return decodePng(file)
}

async function readWebp(file: ArrayBuffer): Promise<Pixels> {
  await initCodec('@jsquash/webp/codec/dec/webp_dec.wasm', initWebpDecoder)
  return decodeWebp(file)
}

/** JPEG has no transparency. Blends the pixels with white in place, because a copy would be large. */
function flattenOnWhite(image: Pixels): Pixels {
  const { data } = image
  for (let at = 0; at < data.length; at += 4) {
    const alpha = (data[at + 3] ?? 255) / 255
    if (alpha === 1) continue
    for (let channel = at; channel < at + 3; channel++)
      data[channel] = (data[channel] ?? 0) * alpha + 255 * (1 - alpha)
  }
  return image
}

const initialized = new Map<(module: WebAssembly.Module) => unknown, Promise<unknown>>()

/**
 * Compiles and initializes a WebAssembly module once; after a failure, the next call tries again. The module's package would fetch it by
 * URL, which Node doesn't support for files.
 */
export async function initCodec(path: string, init: (module: WebAssembly.Module) => unknown): Promise<void> {
  const require = createRequire(import.meta.url)
  const promise =
    initialized.get(init) ??
    readFile(require.resolve(path))
      .then((bytes) => WebAssembly.compile(bytes))
      .then(init)
  initialized.set(init, promise)
  try {
    await promise
  } catch (error) {
    initialized.delete(init)
    throw error
  }
}
