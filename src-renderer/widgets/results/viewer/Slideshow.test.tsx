import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SlideshowControls, useSlideshow } from './Slideshow.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A slideshow of results; those whose id begins with "video" stay until their end. */
function slides(order: string[]) {
  const seen = [order[0]]
  const view = renderHook(
    ({ index }: { index: number }) =>
      useSlideshow({
        shownId: order[index],
        hasOwnLength: order[index]?.startsWith('video') === true,
        isCovered: false,
        showNext: order[index + 1] === undefined ? undefined : () => show(index + 1),
      }),
    { initialProps: { index: 0 } },
  )
  const show = (index: number) => {
    seen.push(order[index])
    view.rerender({ index })
  }
  const wait = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1000))
  const run = (change: (slideshow: ReturnType<typeof useSlideshow>) => void) =>
    act(() => change(view.result.current))
  return { seen, wait, run, current: () => view.result.current }
}

test('slides don’t change before the slideshow is started', () => {
  const { seen, wait } = slides(['a', 'b'])
  wait(60)
  expect(seen).toEqual(['a'])
})

test('images change after the interval, and the slideshow ends after the last one', () => {
  const { seen, wait, run, current } = slides(['a', 'b', 'c'])
  run(({ start }) => start())
  wait(4.9)
  expect(seen).toEqual(['a'])
  wait(0.2)
  expect(seen).toEqual(['a', 'b'])
  wait(5)
  expect(seen).toEqual(['a', 'b', 'c'])
  expect(current().isOn).toBe(true)
  wait(5)
  expect(current().isOn).toBe(false)
  expect(seen).toEqual(['a', 'b', 'c'])
})

test('a changed interval applies to the slide on screen, from its change on', () => {
  const { seen, wait, run } = slides(['a', 'b', 'c'])
  run(({ start }) => start())
  wait(1)
  run(({ setSeconds }) => setSeconds('3'))
  wait(2.9)
  expect(seen).toEqual(['a'])
  wait(0.1)
  expect(seen).toEqual(['a', 'b'])
  wait(3)
  expect(seen).toEqual(['a', 'b', 'c'])
})

test('a video stays until its end', () => {
  const { seen, wait, run } = slides(['video', 'b'])
  run(({ start }) => start())
  wait(120)
  expect(seen).toEqual(['video'])
  run(({ advance }) => advance())
  expect(seen).toEqual(['video', 'b'])
})

test('a slideshow doesn’t advance while it is paused or its controls are hovered, then waits a full interval', () => {
  const { seen, wait, run } = slides(['a', 'b', 'c'])
  run(({ start }) => start())
  wait(4)
  run(({ setPaused }) => setPaused(true))
  wait(60)
  run(({ setPaused, setHovered }) => {
    setPaused(false)
    setHovered(true)
  })
  wait(60)
  expect(seen).toEqual(['a'])
  run(({ setHovered }) => setHovered(false))
  wait(4.9)
  expect(seen).toEqual(['a'])
  wait(0.1)
  expect(seen).toEqual(['a', 'b'])
})

test('a stopped slideshow doesn’t advance', () => {
  const { seen, wait, run } = slides(['a', 'b'])
  run(({ start }) => start())
  run(({ stop }) => stop())
  wait(60)
  expect(seen).toEqual(['a'])
})

test('the controls of a running slideshow are hidden after a time without input, except under the pointer or while it is paused', () => {
  const Controls = () => (
    <SlideshowControls
      slideshow={useSlideshow({ shownId: 'a', hasOwnLength: false, isCovered: false, showNext: undefined })}
    />
  )
  render(<Controls />)
  const toolbar = screen.getByRole('toolbar', { name: 'Slideshow' })
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  const areHidden = () => toolbar.parentElement?.classList.contains('idle')
  // Fired if the controls appear under the pointer.
  fireEvent.pointerEnter(toolbar)
  wait(2499)
  expect(areHidden()).toBe(false)
  wait(1)
  expect(areHidden()).toBe(true)
  fireEvent.pointerMove(toolbar)
  wait(60_000)
  expect(areHidden()).toBe(false)
  fireEvent.pointerLeave(toolbar)
  expect(areHidden()).toBe(true)
  fireEvent.keyDown(document.body, { key: 'a' })
  expect(areHidden()).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: 'Pause slideshow' }))
  wait(60_000)
  expect(areHidden()).toBe(false)
})
