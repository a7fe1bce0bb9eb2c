import { describe, expect, it } from 'vitest'
import type { Job } from '../../../../src-preload/contract/types/job.ts'
import type { QueueFilter } from '../../../../src-preload/contract/types/queue.ts'
import { makeJob } from '../testing/makeJob.ts'
import { mergeJobsIntoPages } from './queuePages.ts'

const pagesOf = (filter: QueueFilter, ...pages: Job[][]) => ({
  pages: pages.map((jobs) => ({ filter, jobs, next: null, total: pages.flat().length })),
  pageParams: pages.map(() => null),
})
const UNSENT: QueueFilter = { states: ['queued'] }
const ids = (data: ReturnType<typeof mergeJobsIntoPages>) =>
  data.pages.flatMap(({ jobs }) => jobs.map(({ id }) => id))

describe('mergeJobsIntoPages', () => {
  const a = makeJob({ id: 'a' })
  const b = makeJob({ id: 'b' })

  it('replaces a job in place on any page', () => {
    const merged = mergeJobsIntoPages(pagesOf(UNSENT, [a], [b]), [{ ...b, title: 'new' }])
    expect(ids(merged)).toEqual(['a', 'b'])
    expect(merged.pages[1]?.jobs[0]?.title).toBe('new')
  })

  it('removes a job that no longer matches and updates the total', () => {
    const merged = mergeJobsIntoPages(pagesOf(UNSENT, [a, b]), [{ ...a, state: 'running' }])
    expect(ids(merged)).toEqual(['b'])
    expect(merged.pages[0]?.total).toBe(1)
  })

  it('adds newly matching jobs of the same batch on top', () => {
    const changed = [
      makeJob({ id: 'mine', state: 'running', batch: 'one' }),
      makeJob({ id: 'other', state: 'running', batch: 'two' }),
    ]
    const old = makeJob({ id: 'old', state: 'running', batch: 'one' })
    const merged = mergeJobsIntoPages(pagesOf({ states: ['running'], batch: 'one' }, [old]), changed)
    expect(ids(merged)).toEqual(['mine', 'old'])
    expect(merged.pages[0]?.total).toBe(2)
  })

  it('removes a failed job that was retried, but not a saved one', () => {
    const failed = makeJob({ id: 'failed', state: 'failed' })
    const saved = makeJob({ id: 'saved', state: 'saved' })
    const retries = [makeJob({ id: 'x', replaces: 'failed' }), makeJob({ id: 'y', replaces: 'saved' })]
    const merged = mergeJobsIntoPages(pagesOf({ states: ['failed', 'saved'] }, [failed, saved]), retries)
    expect(ids(merged)).toEqual(['saved'])
    expect(merged.pages[0]?.total).toBe(1)
  })

  it('adds a new job, but neither adds nor counts jobs of pages that aren’t loaded', () => {
    const running = (id: string, createdAt: number) => makeJob({ id, createdAt, state: 'running' })
    const data = pagesOf({ states: ['running'] }, [running('second', 20), running('third', 10)])
    const pages = data.pages.map((page) => ({ ...page, next: 'rest 10', total: 300 }))
    const merged = mergeJobsIntoPages({ ...data, pages }, [running('old', 5), running('first', 30)])
    expect(ids(merged)).toEqual(['first', 'second', 'third'])
    expect(merged.pages[0]?.total).toBe(301)
  })

  it('counts a job on two pages once when it is removed', () => {
    const merged = mergeJobsIntoPages(pagesOf(UNSENT, [a], [a, b]), [{ ...a, state: 'running' }])
    expect(merged.pages[0]?.total).toBe(2)
  })

  it('leaves out new unsent jobs', () => {
    expect(ids(mergeJobsIntoPages(pagesOf(UNSENT, [a]), [b]))).toEqual(['a'])
  })
})
