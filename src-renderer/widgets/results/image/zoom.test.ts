import { describe, expect, it } from 'vitest'
import { fit, isFit, pan, zoomTo } from './zoom.ts'

const picture = { width: 2000, height: 1000 }
const view = { width: 800, height: 600 }
const middle = { x: 400, y: 300 }

describe('zoom', () => {
  it('fits a large picture whole and centred', () => {
    expect(fit(picture, view)).toEqual({ scale: 0.4, x: 0, y: 100 })
  })

  it('shows a small picture at its own size', () => {
    expect(fit({ width: 100, height: 50 }, view)).toEqual({ scale: 1, x: 350, y: 275 })
  })

  it('keeps the point under the pointer where it is', () => {
    const at = { x: 600, y: 320 }
    const before = zoomTo(fit(picture, view), 1, middle, picture, view)
    const after = zoomTo(before, 2, at, picture, view)
    const under = (zoom: typeof before) => [(at.x - zoom.x) / zoom.scale, (at.y - zoom.y) / zoom.scale]
    expect(under(after)[0]).toBeCloseTo(under(before)[0] ?? 0)
    expect(under(after)[1]).toBeCloseTo(under(before)[1] ?? 0)
  })

  it('never shows an empty edge beside a picture larger than the window', () => {
    const zoomed = zoomTo(fit(picture, view), 1, middle, picture, view)
    expect(pan(zoomed, { x: 5000, y: 5000 }, picture, view)).toEqual({ scale: 1, x: 0, y: 0 })
    expect(pan(zoomed, { x: -5000, y: -5000 }, picture, view)).toEqual({ scale: 1, x: -1200, y: -400 })
  })

  it('stops at the whole picture and at sixteen times', () => {
    const out = zoomTo(fit(picture, view), 0.01, middle, picture, view)
    expect(out.scale).toBe(0.4)
    expect(isFit(out, picture, view)).toBe(true)
    expect(zoomTo(out, 99, middle, picture, view).scale).toBe(16)
  })
})
