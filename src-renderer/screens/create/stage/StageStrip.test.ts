import { describe, expect, it } from 'vitest'
import { makeTile } from '../../gallery/testing/makeTile.ts'
import { makeJob } from '../../queue/testing/makeJob.ts'
import { nextAfter, stripJobs } from './StageStrip.tsx'

const result = (trashedAt: number | null) => makeTile({ id: 'a', trashedAt })

describe('stripJobs', () => {
  it('excludes cancelled, closed and trashed jobs, and includes those that need a decision', () => {
    const jobs = [
      makeJob({ state: 'uncertain' }),
      makeJob({ state: 'cancelled' }),
      makeJob({ state: 'closed' }),
      makeJob({ state: 'saved', assets: [result(5)] }),
      makeJob({ state: 'saved', assets: [result(null)] }),
      makeJob({ state: 'failed' }),
    ]
    expect(stripJobs(jobs).map(({ state }) => state)).toEqual(['uncertain', 'saved', 'failed'])
  })
})

describe('nextAfter', () => {
  it('returns the older neighbour, or the newer one at the end', () => {
    const list = [{ id: 'c' }, { id: 'b' }, { id: 'a' }]
    expect(nextAfter(list, 'b')?.id).toBe('a')
    expect(nextAfter(list, 'a')?.id).toBe('b')
    expect(nextAfter([{ id: 'a' }], 'a')).toBeUndefined()
  })
})
