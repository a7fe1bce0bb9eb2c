import { beforeEach, expect, test } from 'vitest'
import { TrayMode } from './TrayMode.ts'

let effects: string[]
let open: () => void
let tray: TrayMode
beforeEach(() => {
  effects = []
  tray = new TrayMode({
    showIcon: (opens) => {
      effects.push('icon')
      open = opens
      return { setText: (text) => effects.push(text), remove: () => effects.push('no icon') }
    },
    hideWindow: () => effects.push('hidden'),
    showWindow: () => effects.push('shown'),
  })
})
const working = { done: 3, total: 12, fraction: 0.25, isActive: true, needsAttention: false }

test('there is no icon while the window is open', () => {
  tray.showProgress(working)
  tray.leave()
  expect(effects).toEqual([])
})

test('shows the progress and restores the window', () => {
  tray.showProgress(working)
  tray.enter()
  tray.showProgress({ ...working, done: 4, needsAttention: true })
  tray.showProgress({ ...working, isActive: false, needsAttention: true })
  tray.showProgress({ done: 0, total: 0, fraction: 0, isActive: false, needsAttention: false })
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
  expect(effects.filter((effect) => effect === 'icon')).toHaveLength(1)
})
