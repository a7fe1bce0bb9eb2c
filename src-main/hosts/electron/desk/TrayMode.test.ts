import { beforeEach, expect, test } from 'vitest'
import { TrayMode } from './TrayMode.ts'

let effects: string[]
let open: () => void
let tray: TrayMode
beforeEach(() => {
  effects = []
  tray = new TrayMode({
    show: (opens) => {
      effects.push('icon')
      open = opens
      return { setText: (text) => effects.push(text), remove: () => effects.push('no icon') }
    },
    hideWindow: () => effects.push('hidden'),
    showWindow: () => effects.push('shown'),
  })
})
const working = { done: 3, total: 12, part: 0.25, moving: true, trouble: false }

test('there is no icon while the window is open', () => {
  tray.show(working)
  tray.leave()
  expect(effects).toEqual([])
})

test('shows the progress and restores the window', () => {
  tray.show(working)
  tray.enter()
  tray.show({ ...working, done: 4, trouble: true })
  tray.show({ ...working, moving: false, trouble: true })
  tray.show({ done: 0, total: 0, part: 0, moving: false, trouble: false })
  open()
  tray.leave()
  expect(effects).toEqual([
    'icon',
    '3 of 12',
    'hidden',
    '4 of 12, needs attention',
    'Stopped at 3 of 12',
    'No active jobs',
    'no icon',
    'shown',
  ])
})

test('shows one icon if entered twice', () => {
  tray.enter()
  tray.enter()
  expect(effects.filter((what) => what === 'icon')).toHaveLength(1)
})
