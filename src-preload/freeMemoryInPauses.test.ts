import { expect, it, onTestFinished, vi } from 'vitest'
import { freeMemoryInPauses } from './freeMemoryInPauses.ts'

it('frees memory once, half a minute after the last input', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const free = vi.fn<() => void>()
  const page = new EventTarget()
  freeMemoryInPauses(page, free)
  vi.advanceTimersByTime(120_000)
  expect(free).not.toHaveBeenCalled()
  for (const type of ['pointerdown', 'keydown', 'wheel', 'input']) {
    page.dispatchEvent(new Event(type))
    vi.advanceTimersByTime(29_000)
  }
  expect(free).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2000)
  expect(free).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(120_000)
  expect(free).toHaveBeenCalledOnce()
  page.dispatchEvent(new Event('keydown'))
  vi.advanceTimersByTime(30_000)
  expect(free).toHaveBeenCalledTimes(2)
})
