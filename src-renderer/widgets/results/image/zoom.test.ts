import { describe, expect, it } from 'vitest'
import { fitToView, isFit, pan, zoomTo } from './zoom.ts'

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

  it('limits the scale to the fitted image and to sixteen times', () => {
    const out = zoomTo(fitToView(image, view), 0.01, middle, image, view)
    expect(out.scale).toBe(0.4)
    expect(isFit(out, image, view)).toBe(true)
    expect(zoomTo(out, 99, middle, image, view).scale).toBe(16)
  })
})
