import { act, fireEvent, renderHook } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { addZoomListeners, fitToView, isFit, pan, useZoom, zoomTo, type Point } from './zoom.ts'

const image = { width: 2000, height: 1000 }
const view = { width: 800, height: 600 }
const middle = { x: 400, y: 300 }

describe('zoom', () => {
  it('fits a large image centred', () => {
    expect(fitToView(image, view)).toEqual({ scale: 0.4, x: 0, y: 100 })
  })

  it('shows a small image at its actual size', () => {
    expect(fitToView({ width: 100, height: 50 }, view)).toEqual({ scale: 1, x: 350, y: 275 })
  })

  it('keeps the point under the pointer in place', () => {
    const point = { x: 600, y: 320 }
    const before = zoomTo(fitToView(image, view), 1, middle, image, view)
    const after = zoomTo(before, 2, point, image, view)
    const under = (zoom: typeof before) => [(point.x - zoom.x) / zoom.scale, (point.y - zoom.y) / zoom.scale]
    expect(under(after)[0]).toBeCloseTo(under(before)[0] ?? 0)
    expect(under(after)[1]).toBeCloseTo(under(before)[1] ?? 0)
  })

  it('pans an image larger than the view no further than its edges', () => {
    const zoomed = zoomTo(fitToView(image, view), 1, middle, image, view)
    expect(pan(zoomed, { x: 5000, y: 5000 }, image, view)).toEqual({ scale: 1, x: 0, y: 0 })
    expect(pan(zoomed, { x: -5000, y: -5000 }, image, view)).toEqual({ scale: 1, x: -1200, y: -400 })
  })

  it('keeps the scale between that of the fitted image and 16', () => {
    const out = zoomTo(fitToView(image, view), 0.01, middle, image, view)
    expect(out.scale).toBe(0.4)
    expect(isFit(out, image, view)).toBe(true)
    expect(zoomTo(out, 99, middle, image, view).scale).toBe(16)
  })

  it('fits an image again when the view grows enough to show all of it', () => {
    const observers: (() => void)[] = []
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(onResize: () => void) {
          observers.push(onResize)
        }
        observe() {}
        disconnect() {}
      },
    )
    const element = document.createElement('div')
    const resize = (width: number, height: number) => {
      Object.defineProperty(element, 'clientWidth', { value: width, configurable: true })
      Object.defineProperty(element, 'clientHeight', { value: height, configurable: true })
    }
    resize(800, 600)
    const viewRef = { current: element }
    const { result } = renderHook(() => useZoom(viewRef, image))
    act(() => result.current.zoomBy(1.25))
    expect(result.current).toMatchObject({ zoom: { scale: 0.5 }, isFitted: false })
    resize(1600, 1200)
    act(() => observers.forEach((onResize) => onResize()))
    expect(result.current).toMatchObject({ zoom: { scale: 0.8, x: 0, y: 200 }, isFitted: true })
  })

  it('pans by the distance between two positions of the pointer', () => {
    const element = document.createElement('div')
    let captured: number | null = null
    element.setPointerCapture = (id) => void (captured = id)
    element.hasPointerCapture = (id) => captured === id
    const drags: Point[] = []
    addZoomListeners(
      element,
      () => {},
      (by) => drags.push(by),
      () => {},
    )
    fireEvent.pointerDown(element, { button: 0, pointerId: 1, clientX: 10, clientY: 20 })
    // With a page zoom of 150 %, Chromium reports 1.5 times the movement.
    fireEvent.pointerMove(element, { pointerId: 1, clientX: 30, clientY: 25, movementX: 30, movementY: 7.5 })
    fireEvent.pointerMove(element, { pointerId: 1, clientX: 40, clientY: 25, movementX: 15, movementY: 0 })
    expect(drags).toEqual([
      { x: 20, y: 5 },
      { x: 10, y: 0 },
    ])
  })
})
