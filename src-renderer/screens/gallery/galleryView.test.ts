import { expect, test } from 'vitest'
import { galleryView } from './galleryView.ts'

test('scroll positions are remembered for the views that were shown last, not for thousands of jumps', () => {
  const { rememberScroll, scrollPositions } = galleryView.getState()
  rememberScroll('all', 1)
  for (let jump = 0; jump < 10_000; jump++) {
    rememberScroll(`all ${jump}`, 5)
    if (jump % 50 === 0) rememberScroll('all', jump)
  }
  expect(scrollPositions.size).toBe(100)
  expect(scrollPositions.get('all')).toBe(9950)
})
