import { makeProblem } from '../../../src-preload/testing/makeProblem.ts'
import { expect, test } from 'vitest'
import type { StudioEvent } from '../../../src-preload/contract/events.ts'
import { fakeClock } from '../testing/fakeClock.ts'
import { Notices } from './createApp.ts'

function setUp() {
  const events: StudioEvent[] = []
  let ids = 0
  const notices = new Notices({
    clock: fakeClock(),
    uuid: () => `n${ids++}`,
    emit: (event) => events.push(event),
  })
  return { notices, events }
}

test('withdraws a resolved notice and emits one event', () => {
  const { notices, events } = setUp()
  notices.add({ code: 'disk_low', money: 'none', params: { free: 1, needed: 2 } })
  notices.add(makeProblem('budget_near'))
  notices.withdraw(({ code }) => code === 'disk_low')
  notices.withdraw(({ code }) => code === 'disk_low')
  expect(notices.list().map(({ problem }) => problem.code)).toEqual(['budget_near'])
  expect(events.map(({ type }) => type)).toEqual(['notice', 'notice', 'notices.withdrawn'])
})

test('removes a dismissed notice and emits one event', () => {
  const { notices, events } = setUp()
  notices.add({ code: 'disk_low', money: 'none', params: { free: 1, needed: 2 } })
  notices.add(makeProblem('budget_near'))
  notices.dismiss('n0')
  notices.dismiss('n0')
  expect(notices.list().map(({ problem }) => problem.code)).toEqual(['budget_near'])
  expect(events.map(({ type }) => type)).toEqual(['notice', 'notice', 'notices.withdrawn'])
})
