import { beforeEach, expect, test } from 'vitest'
import { TrayPlace } from './TrayPlace.ts'

let did: string[]
let open: () => void
let tray: TrayPlace
beforeEach(() => {
  did = []
  tray = new TrayPlace({
    show: (opens) => {
      did.push('icon')
      open = opens
      return { say: (words) => did.push(words), remove: () => did.push('no icon') }
    },
    hideWindow: () => did.push('hidden'),
    showWindow: () => did.push('shown'),
  })
})
const going = { done: 3, total: 12, part: 0.25, moving: true, trouble: false }

test('there is no icon while the window is open', () => {
  tray.show(going)
  tray.leave()
  expect(did).toEqual([])
})

test('says how far the work is, and gives the window back', () => {
  tray.show(going)
  tray.enter()
  tray.show({ ...going, done: 4, trouble: true })
  tray.show({ ...going, moving: false, trouble: true })
  tray.show({ done: 0, total: 0, part: 0, moving: false, trouble: false })
  open()
  tray.leave()
  expect(did).toEqual([
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

test('closed twice it is there once', () => {
  tray.enter()
  tray.enter()
  expect(did.filter((what) => what === 'icon')).toHaveLength(1)
})
