import { describe, expect, it } from 'vitest'
import { fitBounds, parseBounds } from './fitBounds.ts'

const laptop = { x: 0, y: 0, width: 1920, height: 1080 }
const second = { x: 1920, y: 0, width: 2560, height: 1440 }
const bounds = { x: 2000, y: 100, width: 1400, height: 900, maximized: false }

describe('fitBounds', () => {
  it('uses the default size without stored bounds', () => {
    expect(fitBounds(null, [laptop])).toEqual({ width: 1280, height: 800 })
  })

  it('restores stored bounds that are on a screen', () => {
    expect(fitBounds(bounds, [laptop, second])).toEqual({ x: 2000, y: 100, width: 1400, height: 900 })
  })

  it('centers a window whose screen was unplugged', () => {
    expect(fitBounds(bounds, [laptop])).toEqual({ width: 1400, height: 900 })
  })

  it('centers a window whose title bar would be unreachable', () => {
    expect(fitBounds({ ...bounds, x: 100, y: -500 }, [laptop])).toEqual({ width: 1400, height: 900 })
    expect(fitBounds({ ...bounds, x: 1900, y: 100 }, [laptop])).toEqual({ width: 1400, height: 900 })
  })

  it('enlarges a window that is smaller than the layout needs', () => {
    expect(fitBounds({ ...bounds, x: 0, y: 0, width: 5, height: 5 }, [laptop])).toEqual({
      x: 0,
      y: 0,
      width: 960,
      height: 600,
    })
  })
})

describe('parseBounds', () => {
  it('parses stored bounds', () => {
    expect(parseBounds(JSON.stringify(bounds))).toEqual(bounds)
  })

  it.each(['', '{', 'null', '[]', '{"x":1}', '{"x":1e999,"y":0,"width":1,"height":1,"maximized":false}'])(
    'treats %j as no bounds',
    (text) => {
      expect(parseBounds(text)).toBeNull()
    },
  )
})
