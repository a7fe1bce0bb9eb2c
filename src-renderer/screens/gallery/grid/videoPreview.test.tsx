import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Gallery } from '../Gallery.tsx'
import { fakeLibraryStudio } from '../testing/fakeLibraryStudio.ts'
import { makeTile } from '../testing/makeTile.ts'
import { show } from '../testing/show.tsx'
import { stubElementSizes } from '../testing/stubElementSize.ts'

const video = { kind: 'video', mime: 'video/mp4', format: 'mp4', durationMs: 4000 } as const

stubElementSizes()
beforeEach(async () => {
  location.hash = '#/gallery'
  fakeLibraryStudio({
    tiles: [
      makeTile({ ...video, id: 'a', title: 'clouds' }),
      makeTile({ ...video, id: 'b', title: 'waves' }),
      makeTile({ id: 'c', title: 'a photo' }),
    ],
  })
  show(<Gallery />)
  await screen.findByRole('button', { name: /^clouds/ })
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const hover = (name: RegExp, pointerType = 'mouse') =>
  fireEvent(
    screen.getByRole('button', { name }),
    Object.assign(new MouseEvent('pointerover', { bubbles: true }), { pointerType }),
  )
const wait = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const playing = () => [...document.querySelectorAll('video')].map((element) => element.getAttribute('src'))

test('a video plays without sound while the pointer rests on it, one at a time', () => {
  hover(/^clouds/)
  wait(100)
  expect(playing()).toEqual([])
  wait(400)
  expect(playing()).toEqual(['/asset/a/'])
  expect(document.querySelector('video')?.muted).toBe(true)
  hover(/^waves/)
  expect(playing()).toEqual([])
  wait(400)
  expect(playing()).toEqual(['/asset/b/'])
  hover(/^a photo/)
  wait(1000)
  expect(playing()).toEqual([])
})

test('no video plays on touch or with reduced motion', () => {
  hover(/^clouds/, 'touch')
  wait(1000)
  expect(playing()).toEqual([])
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  hover(/^waves/)
  wait(1000)
  expect(playing()).toEqual([])
})
