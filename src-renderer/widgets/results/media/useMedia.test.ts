import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useMedia, useSlide } from './useMedia.ts'

const play = vi.fn<() => Promise<void>>()
const media = Object.assign(document.createElement('video'), { play, pause: () => {} })
beforeEach(() => {
  play.mockReset()
  media.muted = false
})
afterEach(() => void vi.useRealTimers())

/** Shows the element as a slide whose first `play()` is rejected with this error. */
const showSlide = (errorName: string) => {
  const first = Promise.withResolvers<void>()
  play.mockReturnValueOnce(first.promise).mockResolvedValue()
  const view = renderHook(
    ({ isPaused }: { isPaused: boolean }) => useSlide(media, false, { isPaused, onEnded: () => {} }),
    { initialProps: { isPaused: false } },
  )
  return {
    pause: () => view.rerender({ isPaused: true }),
    reject: async () => {
      first.reject(new DOMException('', errorName))
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}

test('a slide whose sound the browser refuses to play is played muted', async () => {
  const { reject } = showSlide('NotAllowedError')
  await reject()
  expect(media.muted).toBe(true)
  expect(play).toHaveBeenCalledTimes(2)
})

test.each(['AbortError', 'NotAllowedError'])(
  'a slide that is paused while it loads stays paused and keeps its sound (%s)',
  async (errorName) => {
    const { pause, reject } = showSlide(errorName)
    pause()
    await reject()
    expect(media.muted).toBe(false)
    expect(play).toHaveBeenCalledOnce()
  },
)

test('a slide whose loading is interrupted keeps its sound', async () => {
  const { reject } = showSlide('AbortError')
  await reject()
  expect(media.muted).toBe(false)
})

test.each([
  ['before the beginning, with a known duration', -2, 10, 0],
  ['before the beginning, with an unknown duration', -2, null, 0],
  ['forward, with an unknown duration', 7, null, 7],
  ['beyond the end', 12, 10, 10],
])('seeking %s sets a time from 0 to the duration', (_, time, duration, expected) => {
  const element = document.createElement('video')
  const setTime = vi.spyOn(element, 'currentTime', 'set')
  renderHook(() => useMedia(element, duration)).result.current.seek(time)
  expect(setTime).toHaveBeenCalledExactlyOnceWith(expected)
})

test.each([
  ['goes to the end of a known duration', 10, [[10]]],
  ['does nothing while the duration is unknown', null, []],
])('seeking to the end %s', (_, duration, calls) => {
  const element = document.createElement('video')
  const setTime = vi.spyOn(element, 'currentTime', 'set')
  renderHook(() => useMedia(element, duration)).result.current.seekToEnd()
  expect(setTime.mock.calls).toEqual(calls)
})
