import { beforeEach, expect, test } from 'vitest'
import { stageStore } from './stageStore.ts'

beforeEach(() => stageStore.setState({ selected: null, newest: 0 }))

test('selects a job created after the first load', () => {
  stageStore.getState().showIfNewer('first', 10)
  expect(stageStore.getState().selected).toBeNull()
  stageStore.getState().select('older')
  stageStore.getState().showIfNewer('new', 11)
  expect(stageStore.getState().selected).toBe('new')
})

test('does not select a known job again', () => {
  stageStore.getState().showIfNewer('a', 10)
  stageStore.getState().showIfNewer('b', 11)
  stageStore.getState().select('a')
  stageStore.getState().showIfNewer('b', 11)
  expect(stageStore.getState().selected).toBe('a')
})
