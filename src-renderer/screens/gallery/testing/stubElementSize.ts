import { vi, afterEach, beforeEach } from 'vitest'
import { cleanup } from '@testing-library/react'

/** Gives every element a size, because jsdom has no layout. Returns a function that undoes it. */
export function stubElementSize(width: number, height: number): () => void {
  const spies = [
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width),
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height),
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(height),
  ]
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}

/** Stubs element sizes in each test of a file, and cleans up after it. */
export function stubElementSizes(width = 1000, height = 800): void {
  let restore: () => void
  beforeEach(() => {
    restore = stubElementSize(width, height)
  })
  afterEach(() => {
    cleanup()
    restore()
  })
}
