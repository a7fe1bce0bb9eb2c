import { expect, it, describe } from 'vitest'
import { readFloats, projectToPlane } from './plane.worker.ts'
import fc from 'fast-check'

it('decodes numbers across page boundaries', () => {
  const page = (...numbers: number[]) => Buffer.from(Float32Array.from(numbers).buffer).toString('base64')
  expect([...readFloats([page(1, -2.5), page(), page(0.125)])]).toEqual([1, -2.5, 0.125])
  expect([...readFloats([])]).toEqual([])
})

const project = (...rows: number[][]) => {
  const positions = [...projectToPlane(Float32Array.from(rows.flat()), rows[0]?.length ?? 0)]
  return rows.map((_, at) => ({
    x: positions[2 * at] ?? Number.NaN,
    y: positions[2 * at + 1] ?? Number.NaN,
  }))
}

describe('projectToPlane', () => {
  it('projects onto the two principal components', () => {
    const points = project([10, 1, 5], [-10, 1, 5], [0, -2, 5], [0, 0, 5])
    expect(points.map(({ x, y }) => [Math.round(x * 100) / 100 + 0, Math.round(y * 100) / 100 + 0])).toEqual([
      [1, 0.1],
      [-1, 0.1],
      [0, -0.2],
      [0, 0],
    ])
  })

  it('preserves distances of points in a rotated plane', () => {
    const corners = [
      [0, 0],
      [4, 0],
      [0, 1],
      [4, 1],
    ]
    const [a, b] = [
      [0.6, 0, 0.8, 0],
      [0, 1, 0, 0],
    ]
    const points = project(
      ...corners.map(([u = 0, v = 0]) => [0, 1, 2, 3].map((at) => u * (a?.[at] ?? 0) + v * (b?.[at] ?? 0))),
    )
    const distance = (i: number, j: number) =>
      Math.hypot((points[i]?.x ?? 0) - (points[j]?.x ?? 0), (points[i]?.y ?? 0) - (points[j]?.y ?? 0))
    expect(distance(0, 1) / distance(0, 2)).toBeCloseTo(4, 3)
    expect(distance(0, 3) / distance(0, 2)).toBeCloseTo(Math.hypot(4, 1), 3)
  })

  it('samples the components of thousands of vectors', () => {
    const positions = project(
      ...Array.from({ length: 3000 }, (_, at) => [at % 2 ? 40 : -40, at / 3000, (at % 7) / 100]),
    )
    for (const [at, { x }] of positions.entries()) expect(Math.sign(x)).toBe(at % 2 ? 1 : -1)
  })

  it('accepts no, one and identical vectors', () => {
    expect(project()).toEqual([])
    expect(project([1, 2])).toEqual([{ x: 0, y: 0 }])
    expect(project([1, 2], [1, 2])).toEqual([
      { x: 0, y: 0 },
      { x: 0, y: 0 },
    ])
  })

  it('stays within the bounds and is deterministic', () => {
    const vectors = fc.integer({ min: 1, max: 8 }).chain((dimension) =>
      fc.array(
        fc.float32Array({ minLength: dimension, maxLength: dimension, noNaN: true, min: -1000, max: 1000 }),
        {
          maxLength: 20,
        },
      ),
    )
    fc.assert(
      fc.property(vectors, (given) => {
        const rows = given.map((row) => [...row])
        const points = project(...rows)
        expect(points).toHaveLength(given.length)
        expect(points.every(({ x, y }) => Math.abs(x) <= 1 && Math.abs(y) <= 1)).toBe(true)
        expect(project(...rows)).toEqual(points)
      }),
    )
  })
})
