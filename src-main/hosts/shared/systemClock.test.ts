import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from './systemClock.ts'

const DAY_MS = 86_400_000

describe('systemClock', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('waits longer than one timer of the engine can hold', () => {
    const run = vi.fn()
    systemClock.after(60 * DAY_MS, run)
    vi.advanceTimersByTime(60 * DAY_MS - 1)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(run).toHaveBeenCalledOnce()
  })

  it('can be cancelled after its first leg', () => {
    const run = vi.fn()
    const cancel = systemClock.after(60 * DAY_MS, run)
    vi.advanceTimersByTime(30 * DAY_MS)
    cancel()
    vi.advanceTimersByTime(60 * DAY_MS)
    expect(run).not.toHaveBeenCalled()
  })

  it('runs a time that is already past at the next turn', () => {
    const run = vi.fn()
    systemClock.after(-5, run)
    vi.advanceTimersByTime(0)
    expect(run).toHaveBeenCalledOnce()
  })
})
