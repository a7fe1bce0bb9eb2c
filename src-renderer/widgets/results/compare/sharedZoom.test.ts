import { expect, test } from 'vitest'
import {
  FITTED,
  fitScale,
  panBy,
  stepBy,
  toggleActualSize,
  toZoom,
  zoomAround,
  zoomBy,
} from './sharedZoom.ts'

const view = { width: 800, height: 600 }
const large = { width: 4000, height: 3000 }
const small = { width: 400, height: 300 }
const wide = { width: 1600, height: 400 }

test('images of different sizes fit in the same way', () => {
  expect(toZoom(FITTED, large, view)).toEqual({ scale: 0.2, x: 0, y: 0 })
  expect(toZoom(FITTED, small, view)).toEqual({ scale: 2, x: 0, y: 0 })
  expect(toZoom(FITTED, wide, view)).toEqual({ scale: 0.5, x: 0, y: 200 })
})

test('zooming around a point of one image keeps that point in all images of its shape', () => {
  const point = { x: 600, y: 150 }
  const zoomed = zoomAround(FITTED, 3, point, large, view)
  for (const image of [large, small]) {
    const { scale, x, y } = toZoom(zoomed, image, view)
    expect(scale).toBeCloseTo(fitScale(image, view) * 3)
    expect((point.x - x) / (image.width * scale)).toBeCloseTo(0.75)
    expect((point.y - y) / (image.height * scale)).toBeCloseTo(0.25)
  }
})

test('an image is never smaller than its view and stops at its edges', () => {
  expect(zoomAround(FITTED, 0.1, { x: 0, y: 0 }, large, view).magnification).toBe(1)
  const zoomed = zoomBy(FITTED, 2)
  const moved = panBy(zoomed, { x: 99_999, y: -99_999 }, large, view)
  expect(toZoom(moved, large, view)).toEqual({ scale: 0.4, x: 0, y: -600 })
  expect(toZoom(moved, small, view)).toEqual({ scale: 4, x: 0, y: -600 })
})

test('dragging one image moves the others by the same part', () => {
  const moved = panBy(zoomBy(FITTED, 4), { x: -80, y: 60 }, large, view)
  expect(moved.x).toBeCloseTo(0.5 + 80 / 3200)
  expect(moved.y).toBeCloseTo(0.5 - 60 / 2400)
})

test('keys zoom around the middle, move in steps, and fit again', () => {
  const zoomed = zoomBy(FITTED, 4)
  expect(zoomed).toEqual({ magnification: 4, x: 0.5, y: 0.5 })
  expect(stepBy(zoomed, 1, -1)).toEqual({ magnification: 4, x: 0.525, y: 0.475 })
  let atEdge = zoomed
  for (let press = 0; press < 100; press++) atEdge = stepBy(atEdge, 1, 0)
  expect(atEdge.x).toBe(0.875)
  expect(zoomBy(atEdge, 0.001)).toEqual(FITTED)
  expect(zoomBy(FITTED, 1e9).magnification).toBe(32)
})

test('a double click shows the actual size, and fits again', () => {
  const actual = toggleActualSize(FITTED, { x: 400, y: 300 }, large, view)
  expect(toZoom(actual, large, view).scale).toBeCloseTo(1)
  expect(toggleActualSize(actual, { x: 0, y: 0 }, large, view)).toEqual(FITTED)
  expect(toggleActualSize(FITTED, { x: 0, y: 0 }, small, view).magnification).toBe(2)
})
