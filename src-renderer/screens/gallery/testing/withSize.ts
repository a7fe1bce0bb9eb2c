import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { giveSize } from './giveSize.ts'

/** Each test of a file has elements with a size, and a page that is cleared after it. */
export function withSize(): void {
  let takeAway: () => void
  beforeEach(() => {
    takeAway = giveSize()
  })
  afterEach(() => {
    cleanup()
    takeAway()
  })
}
