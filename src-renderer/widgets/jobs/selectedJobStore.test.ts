import { beforeEach, expect, test } from 'vitest'
import { selectedJobStore } from './selectedJobStore.ts'

beforeEach(() => selectedJobStore.setState({ selected: null, newestCreatedAt: 0 }))

test('a job created after the first load is selected', () => {
  selectedJobStore.getState().selectIfNewer('first', 10)
  expect(selectedJobStore.getState().selected).toBeNull()
  selectedJobStore.getState().select('older')
  selectedJobStore.getState().selectIfNewer('new', 11)
  expect(selectedJobStore.getState().selected).toBe('new')
})

test('a known job is not selected again', () => {
  selectedJobStore.getState().selectIfNewer('a', 10)
  selectedJobStore.getState().selectIfNewer('b', 11)
  selectedJobStore.getState().select('a')
  selectedJobStore.getState().selectIfNewer('b', 11)
  expect(selectedJobStore.getState().selected).toBe('a')
})
