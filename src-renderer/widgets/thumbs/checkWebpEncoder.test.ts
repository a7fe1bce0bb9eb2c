import { expect, test, vi } from 'vitest'
import { toasts } from '../../lib/toasts.ts'
import { checkWebpEncoder } from './checkWebpEncoder.ts'

/** Fakes a browser that encodes images in one format only. */
const fakeBrowser = (type: string) =>
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => ({})
      convertToBlob = async () => new Blob([], { type })
    },
  )
const messages = () => toasts.getState().list.map(({ text }) => text)

test('a browser that encodes PNG instead of WebP shows a message', async () => {
  fakeBrowser('image/png')
  expect(await checkWebpEncoder()).toBe(false)
  expect(messages()).toEqual([
    'This browser can’t create thumbnails. Use Chrome, Edge, Firefox or the desktop app.',
  ])
})

test('a browser that encodes WebP shows no message', async () => {
  fakeBrowser('image/webp')
  expect(await checkWebpEncoder()).toBe(true)
  expect(messages()).toEqual([])
})
