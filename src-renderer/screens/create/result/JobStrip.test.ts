import { describe, expect, it } from 'vitest'
import { makeTile } from '../../gallery/testing/makeTile.ts'
import { makeJob } from '../../queue/testing/makeJob.ts'
import { collapseRetries, neighbourOf, jobsForStrip } from './JobStrip.tsx'

const result = (trashedAt: number | null) => makeTile({ id: 'a', trashedAt })

describe('jobsForStrip', () => {
  it('excludes cancelled, closed and trashed jobs, and includes those that need a decision', () => {
    const jobs = [
      makeJob({ state: 'uncertain' }),
      makeJob({ state: 'cancelled' }),
      makeJob({ state: 'closed' }),
      makeJob({ state: 'saved', assets: [result(5)] }),
      makeJob({ state: 'saved', assets: [result(null)] }),
      makeJob({ state: 'failed' }),
    ]
    expect(jobsForStrip(jobs).map(({ state }) => state)).toEqual(['uncertain', 'saved', 'failed'])
  })
})

describe('neighbourOf', () => {
  it('returns the older neighbour, or the newer one at the end', () => {
    const list = [{ id: 'c' }, { id: 'b' }, { id: 'a' }]
    expect(neighbourOf(list, 'b')?.id).toBe('a')
    expect(neighbourOf(list, 'a')?.id).toBe('b')
    expect(neighbourOf([{ id: 'a' }], 'a')).toBeUndefined()
  })
})

describe('collapseRetries', () => {
  const idsOf = (...jobs: ReturnType<typeof makeJob>[]) => collapseRetries(jobs).map(({ id }) => id)

  it('the last of several retries takes the place of the first failed job', () => {
    const third = makeJob({ id: 'third', replaces: 'second', state: 'running' })
    const second = makeJob({ id: 'second', replaces: 'first', state: 'failed' })
    const first = makeJob({ id: 'first', state: 'failed' })
    expect(idsOf(third, second, makeJob({ id: 'other' }), first)).toEqual(['other', 'third'])
  })

  it('of two retries of a failed job, the newer one takes its place, and the other one is listed too', () => {
    const newer = makeJob({ id: 'newer', replaces: 'first', state: 'running' })
    const older = makeJob({ id: 'older', replaces: 'first', state: 'saved' })
    const first = makeJob({ id: 'first', state: 'failed' })
    expect(idsOf(newer, older, makeJob({ id: 'other' }), first)).toEqual(['older', 'other', 'newer'])
  })

  it('a saved job stays next to its retry', () => {
    const again = makeJob({ id: 'again', replaces: 'saved', state: 'running' })
    expect(idsOf(again, makeJob({ id: 'saved', state: 'saved' }))).toEqual(['again', 'saved'])
  })

  it('a retry whose original is not in the list is shown', () => {
    expect(idsOf(makeJob({ id: 'again', replaces: 'elsewhere' }))).toEqual(['again'])
  })
})
