import { beforeEach, expect, test } from 'vitest'
import { bridge, setBridge } from '../../../host/bridge.ts'
import { canDragOut, dragsCellOut, dragsImageOut } from './dragOut.ts'
import { fakeViewerStudio } from '../testing/viewerTesting.ts'

const result = { role: 'result' } as const
const view = { width: 800, height: 600 }

/** Lets the host drag files out, as on the desktop. */
const allowDragOut = () =>
  setBridge({
    ...bridge(),
    dragOut: async () => ({ ok: true, data: { state: 'started', leftOut: 0 } }) as const,
  })

beforeEach(() => void fakeViewerStudio({}))

test('nothing can be dragged out of a browser', () => {
  expect(canDragOut(result)).toBe(false)
  expect(dragsImageOut(result, { isFitted: true, hasDivider: false })).toBe(false)
  expect(dragsCellOut(view, view)).toBe(false)
})

test('a result can be dragged out of the desktop app, but an input can’t', () => {
  allowDragOut()
  expect(canDragOut(result)).toBe(true)
  expect(canDragOut({ role: 'input' })).toBe(false)
})

test.each([
  ['a fitted image is dragged out', true, false, true],
  ['a zoomed image is panned', false, false, false],
  ['an image under a divider is not dragged', true, true, false],
])('%s', (_name, isFitted, hasDivider, expected) => {
  allowDragOut()
  expect(dragsImageOut(result, { isFitted, hasDivider })).toBe(expected)
})

test.each([
  ['a cell of a grid that fits is dragged out', 800, 600, true],
  ['a grid that is too wide is scrolled', 801, 600, false],
  ['a grid that is too high is scrolled', 800, 601, false],
])('%s', (_name, width, height, expected) => {
  allowDragOut()
  expect(dragsCellOut({ width, height }, view)).toBe(expected)
})
