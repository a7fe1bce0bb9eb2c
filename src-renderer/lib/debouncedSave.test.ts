import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { debouncedSave } from './debouncedSave.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp() {
  const studio = { saves: 0 }
  const saver = debouncedSave(() => void studio.saves++)
  onTestFinished(saver.close)
  return { studio, ...saver }
}

test('changes without a pause of half a second are saved once', () => {
  const { studio, schedule } = setUp()
  for (let change = 0; change < 10; change++) {
    schedule()
    vi.advanceTimersByTime(499)
  }
  expect(studio.saves).toBe(0)
  vi.advanceTimersByTime(1)
  expect(studio.saves).toBe(1)
})

test('what isn’t saved yet is saved once when the window closes', () => {
  const end = () => window.dispatchEvent(new Event('pagehide'))
  const { studio, schedule } = setUp()
  end()
  expect(studio.saves).toBe(0)
  schedule()
  end()
  end()
  vi.advanceTimersByTime(1000)
  expect(studio.saves).toBe(1)
})

test('closing saves what isn’t saved yet', () => {
  const { studio, schedule, close } = setUp()
  schedule()
  close()
  vi.advanceTimersByTime(1000)
  expect(studio.saves).toBe(1)
})
