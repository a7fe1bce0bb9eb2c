import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Job } from '../../src-preload/contract/types/job.ts'
import { makeJob } from '../screens/queue/testing/makeJob.ts'
import { receiveJobs } from './events.ts'

const firstPage = ['jobs.list', { scope: 'recent', limit: 2, before: null }]
const secondPage = ['jobs.list', { scope: 'recent', limit: 2, before: 'cursor' }]
const openJobs = ['jobs.list', { scope: 'open', limit: 500, before: null }]

/** A client with a page of one job under each key, and the ids and states of the jobs of a page. */
function clientWithPages() {
  const client = new QueryClient()
  client.setQueryData(firstPage, { jobs: [makeJob({ id: 'b', state: 'running' })], next: 'cursor' })
  client.setQueryData(secondPage, { jobs: [makeJob({ id: 'a', state: 'running' })], next: null })
  client.setQueryData(openJobs, { jobs: [makeJob({ id: 'a', state: 'running' })], next: null })
  const jobsOf = (key: unknown[]) =>
    client.getQueryData<{ jobs: Job[] }>(key)?.jobs.map(({ id, state }) => `${id} ${state}`)
  return { client, jobsOf }
}

test('a new job is added to first pages only', () => {
  const { client, jobsOf } = clientWithPages()
  receiveJobs(client, [makeJob({ id: 'c', state: 'queued' })])
  expect(jobsOf(firstPage)).toEqual(['c queued', 'b running'])
  expect(jobsOf(openJobs)).toEqual(['c queued', 'a running'])
  expect(jobsOf(secondPage)).toEqual(['a running'])
})

test('a known job is updated in its page, and leaves the list of open jobs at its end', () => {
  const { client, jobsOf } = clientWithPages()
  receiveJobs(client, [makeJob({ id: 'a', state: 'saved' })])
  expect(jobsOf(secondPage)).toEqual(['a saved'])
  expect(jobsOf(openJobs)).toEqual([])
})
