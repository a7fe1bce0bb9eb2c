import { describe, expect, it } from 'vitest'
import { nearestPoint, pointTowards } from './nearestPoint.ts'

const places = [
  { x: 0, y: 0 },
  { x: 1, y: 0.1 },
  { x: 3, y: 0 },
  { x: 0.1, y: 2 },
  { x: -1, y: -0.2 },
]

describe('nearestPoint', () => {
  it('finds the nearest, and none where all are too far', () => {
    expect(nearestPoint(places, { x: 2.8, y: 0.1 })).toBe(2)
    expect(nearestPoint(places, { x: 9, y: 9 }, 1)).toBe(-1)
    expect(nearestPoint([], { x: 0, y: 0 })).toBe(-1)
  })
})

describe('pointTowards', () => {
  it('goes to the next one where the arrow points, not past it', () => {
    expect(pointTowards(places, 0, 'ArrowRight')).toBe(1)
    expect(pointTowards(places, 1, 'ArrowRight')).toBe(2)
    expect(pointTowards(places, 0, 'ArrowUp')).toBe(3)
    expect(pointTowards(places, 0, 'ArrowLeft')).toBe(4)
  })

  it('stays where nothing lies that way', () => {
    expect(pointTowards(places, 2, 'ArrowRight')).toBe(2)
    expect(pointTowards(places, 0, 'Tab')).toBe(0)
  })
})
