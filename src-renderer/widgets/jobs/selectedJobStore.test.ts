import { beforeEach, expect, test } from 'vitest'
import { selectedJobStore } from './selectedJobStore.ts'

beforeEach(() => selectedJobStore.setState({ selected: null, newestCreatedAt: 0 }))

test('selects a job created after the first load', () => {
  selectedJobStore.getState().selectIfNewer('first', 10)
  expect(selectedJobStore.getState().selected).toBeNull()
  selectedJobStore.getState().select('older')
  selectedJobStore.getState().selectIfNewer('new', 11)
  expect(selectedJobStore.getState().selected).toBe('new')
})

test('does not select a known job again', () => {
  selectedJobStore.getState().selectIfNewer('a', 10)
  selectedJobStore.getState().selectIfNewer('b', 11)
  selectedJobStore.getState().select('a')
  selectedJobStore.getState().selectIfNewer('b', 11)
  expect(selectedJobStore.getState().selected).toBe('a')
})
