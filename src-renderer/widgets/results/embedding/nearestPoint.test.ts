import { describe, expect, it } from 'vitest'
import { nearestPoint, pointTowards } from './nearestPoint.ts'

const points = [
  { x: 0, y: 0 },
  { x: 1, y: 0.1 },
  { x: 3, y: 0 },
  { x: 0.1, y: 2 },
  { x: -1, y: -0.2 },
]

describe('nearestPoint', () => {
  it('finds the nearest point, or none if all are too far', () => {
    expect(nearestPoint(points, { x: 2.8, y: 0.1 })).toBe(2)
    expect(nearestPoint(points, { x: 9, y: 9 }, 1)).toBe(-1)
    expect(nearestPoint([], { x: 0, y: 0 })).toBe(-1)
  })
})

describe('pointTowards', () => {
  it('goes to the next point in the direction of the arrow', () => {
    expect(pointTowards(points, 0, 'ArrowRight')).toBe(1)
    expect(pointTowards(points, 1, 'ArrowRight')).toBe(2)
    expect(pointTowards(points, 0, 'ArrowUp')).toBe(3)
    expect(pointTowards(points, 0, 'ArrowLeft')).toBe(4)
  })

  it('stays if there is no point in that direction', () => {
    expect(pointTowards(points, 2, 'ArrowRight')).toBe(2)
    expect(pointTowards(points, 0, 'Tab')).toBe(0)
  })
})
