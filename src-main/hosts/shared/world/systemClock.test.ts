import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from './systemClock.ts'

const DAY_MS = 86_400_000

describe('systemClock', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('waits longer than the maximum of a single timer', () => {
    const run = vi.fn()
    systemClock.after(60 * DAY_MS, run)
    vi.advanceTimersByTime(60 * DAY_MS - 1)
    expect(run).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(run).toHaveBeenCalledOnce()
  })

  it('can be cancelled after its first timer', () => {
    const run = vi.fn()
    const cancel = systemClock.after(60 * DAY_MS, run)
    vi.advanceTimersByTime(30 * DAY_MS)
    cancel()
    vi.advanceTimersByTime(60 * DAY_MS)
    expect(run).not.toHaveBeenCalled()
  })

  it('runs a timer in the past in the next tick', () => {
    const run = vi.fn()
    systemClock.after(-5, run)
    vi.advanceTimersByTime(0)
    expect(run).toHaveBeenCalledOnce()
  })
})
