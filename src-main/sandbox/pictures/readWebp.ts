import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import decode, { init } from '@jsquash/webp/decode.js'
import type { Picture } from './LandscapeOrder.ts'

let ready: Promise<unknown> | null = null

/** Decodes WebP. Throws when it is none. */
export async function readWebp(bytes: Uint8Array): Promise<Picture> {
  ready ??= start()
  await ready
  const { width, height, data } = await decode(new Uint8Array(bytes).buffer)
  return { width, height, pixels: new Uint8ClampedArray(data) }
}

async function start(): Promise<void> {
  const require = createRequire(import.meta.url)
  const file = require.resolve('@jsquash/webp/codec/dec/webp_dec.wasm')
  await init(await WebAssembly.compile(await readFile(file)))
}
