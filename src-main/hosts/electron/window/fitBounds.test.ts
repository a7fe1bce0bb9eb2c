import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitBounds, fitMinSize, parseBounds } from './fitBounds.ts'

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

  it('moves a window back that is partly outside its screen', () => {
    const moved = (x: number, y: number) => ({ x, y, width: 1400, height: 900 })
    expect(fitBounds({ ...bounds, x: 100, y: -500 }, [laptop])).toEqual(moved(100, 0))
    expect(fitBounds({ ...bounds, x: 1900, y: 100 }, [laptop])).toEqual(moved(520, 100))
    expect(fitBounds({ ...bounds, x: -700, y: 900 }, [laptop])).toEqual(moved(0, 180))
  })

  it('keeps a window that spans two screens', () => {
    const spanning = { x: 1500, y: 50, width: 1400, height: 900 }
    expect(fitBounds({ ...spanning, maximized: false }, [laptop, second])).toEqual(spanning)
  })

  it.each([
    [{ x: 0, y: 0, width: 1280, height: 720 }],
    [{ x: 0, y: 27, width: 1280, height: 693 }],
    [{ x: 0, y: 0, width: 1024, height: 600 }],
    [{ x: 0, y: 0, width: 800, height: 480 }],
  ])('is completely on the screen %o, wherever it was', (screen) => {
    fc.assert(
      fc.property(
        fc.option(
          fc.record({
            x: fc.integer({ min: -4000, max: 4000 }),
            y: fc.integer({ min: -4000, max: 4000 }),
            width: fc.integer({ min: 1, max: 5000 }),
            height: fc.integer({ min: 1, max: 5000 }),
            maximized: fc.boolean(),
          }),
        ),
        (saved) => {
          const { x = screen.x, y = screen.y, width = 0, height = 0 } = fitBounds(saved, [screen])
          expect(x).toBeGreaterThanOrEqual(screen.x)
          expect(y).toBeGreaterThanOrEqual(screen.y)
          expect(x + width).toBeLessThanOrEqual(screen.x + screen.width)
          expect(y + height).toBeLessThanOrEqual(screen.y + screen.height)
          const min = fitMinSize([screen])
          expect([width >= min.width, height >= min.height]).toEqual([true, true])
        },
      ),
    )
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
