import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { bridge } from '../../host/bridge.ts'
import { fakeLibraryStudio } from '../../screens/gallery/testing/fakeLibraryStudio.ts'
import { Thumb } from './Thumb.tsx'
import { thumbQueue } from './ThumbQueue.ts'

test('a thumbnail that couldn’t be loaded is loaded again once the disk of the library is connected again', async () => {
  fakeLibraryStudio()
  vi.spyOn(bridge().media, 'read').mockRejectedValue(new Error('not found'))
  const asset = { id: 'a', kind: 'image', mime: 'image/png', width: 8, height: 8, hasThumb: true } as const
  render(<Thumb asset={asset} alt="a fox" caption="a fox" />)
  const image = () => screen.getByRole('img', { name: 'a fox' })
  fireEvent.error(image())
  await expect.poll(() => thumbQueue.state('a')).toBe('failed')
  expect(image().tagName).toBe('SPAN')
  act(() => thumbQueue.retryFailed())
  expect(image().tagName).toBe('IMG')
})

test('a thumbnail created in this window that can’t be loaded is an icon until the disk is connected again', async () => {
  fakeLibraryStudio()
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => null
      convertToBlob = async () => new Blob([], { type: 'image/webp' })
    },
  )
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      terminate() {}
      postMessage() {
        const response = new MessageEvent('message', { data: { webp: new ArrayBuffer(1) } })
        queueMicrotask(() => this.dispatchEvent(response))
      }
    },
  )
  const asset = { id: 'new', kind: 'image', mime: 'image/png', width: 8, height: 8, hasThumb: false } as const
  render(<Thumb asset={asset} alt="a fox" caption="a fox" />)
  const image = () => screen.getByRole('img', { name: 'a fox' })
  await expect.poll(() => image().tagName).toBe('IMG')
  fireEvent.error(image())
  expect(image().tagName).toBe('SPAN')
  act(() => thumbQueue.retryFailed())
  expect(image().tagName).toBe('IMG')
})

test.each([
  ['an image that may be transparent', { kind: 'image', mime: 'image/png' }, /alpha/],
  ['an audio file', { kind: 'audio', mime: 'audio/mpeg' }, /waveform/],
] as const)('the thumbnail of %s has its own background', (_, type, style) => {
  fakeLibraryStudio()
  render(<Thumb asset={{ id: type.kind, ...type, width: 8, height: 8, hasThumb: true }} alt="a fox" />)
  expect(screen.getByRole('img', { name: 'a fox' }).className).toMatch(style)
})

test('the thumbnail of an opaque image has no checkerboard', () => {
  fakeLibraryStudio()
  const asset = { id: 'jpg', kind: 'image', mime: 'image/jpeg', width: 8, height: 8, hasThumb: true } as const
  render(<Thumb asset={asset} alt="a fox" />)
  expect(screen.getByRole('img', { name: 'a fox' }).className).not.toMatch(/alpha/)
})

test('the tile of a text shows its first lines', () => {
  fakeLibraryStudio()
  const asset = {
    id: 't',
    kind: 'text',
    mime: 'text/plain',
    width: null,
    height: null,
    hasThumb: false,
  } as const
  render(<Thumb asset={{ ...asset, excerpt: 'Once upon a time' }} alt="a tale" />)
  expect(screen.getByRole('img', { name: 'a tale' }).textContent).toBe('Once upon a time')
})
