import { expect, test } from 'vitest'
import { positionNear } from './positionNear.ts'

const window = { width: 800, height: 600 }
const anchor = { left: 100, right: 200, top: 100, bottom: 130 }

test('a box is placed below its anchor with a gap', () => {
  expect(positionNear(anchor, { width: 150, height: 100 }, window, 'bottom-start')).toEqual({
    left: 100,
    top: 136,
  })
})
test('a box flips above its anchor if there is no room below', () => {
  const low = { ...anchor, top: 540, bottom: 570 }
  expect(positionNear(low, { width: 150, height: 100 }, window, 'bottom-start').top).toBe(434)
})
test('a submenu is beside its item, level with it, and to the left where there is no room', () => {
  expect(positionNear(anchor, { width: 150, height: 100 }, window, 'right-start')).toEqual({
    left: 206,
    top: 100,
  })
  const right = { ...anchor, left: 600, right: 790 }
  expect(positionNear(right, { width: 150, height: 100 }, window, 'right-start').left).toBe(444)
})
test('a box stays within the window horizontally', () => {
  const right = { ...anchor, left: 760, right: 790 }
  expect(positionNear(right, { width: 150, height: 100 }, window, 'bottom-start').left).toBe(642)
  expect(positionNear(anchor, { width: 150, height: 100 }, window, 'bottom-end').left).toBe(50)
})
