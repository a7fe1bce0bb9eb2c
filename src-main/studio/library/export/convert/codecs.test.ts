import { expect, it, vi } from 'vitest'
import { initCodec } from './codecs.ts'

it('initializes a codec once, and again only after a failure', async () => {
  const path = '@jsquash/png/codec/pkg/squoosh_png_bg.wasm'
  const init = vi.fn(async (_module: WebAssembly.Module) => {})
  init.mockRejectedValueOnce(new Error('out of memory'))
  await expect(initCodec(path, init)).rejects.toThrow('out of memory')
  await initCodec(path, init)
  await initCodec(path, init)
  expect(init).toHaveBeenCalledTimes(2)
})
