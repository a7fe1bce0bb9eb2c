import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import jpeg from 'jpeg-js'
import decodeJpeg, { init as initJpegDecoder } from '@jsquash/jpeg/decode.js'
import encodeJpeg, { init as initJpegEncoder } from '@jsquash/jpeg/encode.js'
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

/** Larger images are not decoded. */
export const MAX_PIXELS = 50_000_000
const MAX_MEGABYTES = 1024

/** Throws if the file is damaged. */
export async function decodeImage(bytes: Uint8Array, format: ImageFormat): Promise<Pixels> {
  const file = new Uint8Array(bytes).buffer
  const read = { jpg: readJpeg, png: readPng, webp: readWebp }[format]
  const { width, height, data } = await read(file)
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
  const imageData = { ...image, colorSpace: 'srgb' as const, pixelFormat: 'rgba-unorm8' as const }
  if (format === 'jpg') {
    await initCodec('@jsquash/jpeg/codec/enc/mozjpeg_enc.wasm', initJpegEncoder)
    // Progressive files are a few percent smaller and take three times as long.
    return new Uint8Array(await encodeJpeg(flattenOnWhite(imageData), { quality, progressive: false }))
  }
  if (format === 'png') {
    await initCodec('@jsquash/png/codec/pkg/squoosh_png_bg.wasm', initPngEncoder)
    return new Uint8Array(await encodePng(imageData))
  }
  await initCodec('@jsquash/webp/codec/enc/webp_enc_simd.wasm', initWebpEncoder)
  return new Uint8Array(await encodeWebp(imageData, { quality }))
}

/** With the smooth upsampling of colours that viewers use. */
async function readJpeg(
  file: ArrayBuffer,
): Promise<{ width: number; height: number; data: Uint8ClampedArray | Uint8Array }> {
  await initCodec('@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm', initJpegDecoder)
  try {
    return await decodeJpeg(file, { preserveOrientation: false })
  } catch {
    // The codec doesn't read the colours of print (CMYK).
    const limits = { maxResolutionInMP: MAX_PIXELS / 1_000_000, maxMemoryUsageInMB: MAX_MEGABYTES }
    return jpeg.decode(file, { useTArray: true, ...limits })
  }
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
function flattenOnWhite<T extends Pixels>(image: T): T {
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
