import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import '../../../i18n/lazyTexts.ts'
import type { Asset } from '../../../../src-preload/contract/types/asset.ts'
import { bridge, setBridge } from '../../../host/bridge.ts'
import { show } from '../../../screens/gallery/testing/show.tsx'
import { stubElementSizes } from '../../../screens/gallery/testing/stubElementSize.ts'
import { fakeViewerStudio, makeDetail } from '../testing/viewerTesting.ts'
import { ImageViewer } from './ImageViewer.tsx'

stubElementSizes()
/** Opens an image whose pixels all have this alpha. */
const openImage = (alpha: number, size: Pick<Partial<Asset>, 'width' | 'height'> = {}) => {
  fakeViewerStudio({})
  const decode = vi.fn<() => Promise<unknown>>(async () => ({ width: 1, height: 1, close: () => {} }))
  vi.stubGlobal('createImageBitmap', decode)
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext() {
        return {
          drawImage: () => {},
          getImageData: () => ({ data: new Uint8ClampedArray([10, 20, 30, alpha]) }),
        }
      }
    },
  )
  const detail = makeDetail({ format: 'png', ...size })
  show(<ImageViewer asset={detail.asset} detail={detail} mode="full" />)
  return decode
}

test('a transparent image has a choice of backgrounds', async () => {
  openImage(0)
  expect(await screen.findByRole('radio', { name: 'Checkerboard' })).toBeDefined()
  expect(screen.getByRole('radio', { name: 'Black' })).toBeDefined()
})

test('an opaque image has no choice of backgrounds, even in a format that may be transparent', async () => {
  openImage(255)
  await screen.findByRole('button', { name: 'Zoom in' })
  // The pixels are read in a few microtasks.
  await new Promise((resolve) => setTimeout(resolve))
  expect(screen.queryByRole('radio')).toBeNull()
})

test('an image with too many pixels is not decoded to look for transparent ones', async () => {
  const decode = openImage(0, { width: 23_000, height: 23_000 })
  expect(await screen.findByText('This image is too large to show')).toBeDefined()
  // The pixels are read in a few microtasks.
  await new Promise((resolve) => setTimeout(resolve))
  expect(decode).not.toHaveBeenCalled()
})

test('a fitted image can be dragged out of the desktop app, but a zoomed one can’t', async () => {
  fakeViewerStudio({})
  setBridge({
    ...bridge(),
    dragOut: async () => ({ ok: true, data: { state: 'started', leftOut: 0 } }) as const,
  })
  const detail = makeDetail({ width: 1200, height: 800 })
  show(<ImageViewer asset={detail.asset} detail={detail} mode="full" />)
  const stage = () => screen.getByRole('img').closest('[draggable=true]')
  expect(stage()).not.toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }))
  expect(stage()).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Fit to window' }))
  expect(stage()).not.toBeNull()
})

test('an image is shown in a browser that can’t observe sizes in device pixels, such as Safari', () => {
  fakeViewerStudio({})
  const observed: unknown[] = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(element: Element, options?: ResizeObserverOptions) {
        if (options?.box === 'device-pixel-content-box') throw new TypeError('Invalid box')
        observed.push(element)
      }
      disconnect() {}
    },
  )
  const detail = makeDetail({ width: 1200, height: 800 })
  show(<ImageViewer asset={detail.asset} detail={detail} mode="full" />)
  expect(screen.getByRole('img')).toBeDefined()
  expect(observed).toHaveLength(1)
})
