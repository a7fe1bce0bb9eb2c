import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach } from 'vitest'
import { stubElementSize } from './stubElementSize.ts'

/** Stubs element sizes in each test of a file, and cleans up after it. */
export function stubElementSizes(): void {
  let restore: () => void
  beforeEach(() => {
    restore = stubElementSize()
  })
  afterEach(() => {
    cleanup()
    restore()
  })
}
