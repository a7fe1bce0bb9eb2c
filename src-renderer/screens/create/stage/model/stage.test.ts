import { beforeEach, describe, expect, it } from 'vitest'
import { makeTile } from '../../../gallery/testing/makeTile.ts'
import { makeJob } from '../../../queue/testing/makeJob.ts'
import { nextAfter } from './nextAfter.ts'
import { stageStore } from '../../../../widgets/jobs/model/stageStore.ts'
import { stripJobs } from './stripJobs.ts'

const result = (trashedAt: number | null) => makeTile({ id: 'a', trashedAt })

describe('stripJobs', () => {
  it('leaves out what was given up and what is in the trash, and keeps what needs a decision', () => {
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

describe('stageStore', () => {
  beforeEach(() => stageStore.setState({ selected: null, newest: 0 }))

  it('gives the stage to a job made after the first look', () => {
    stageStore.getState().arrive('first', 10)
    expect(stageStore.getState().selected).toBeNull()
    stageStore.getState().select('older')
    stageStore.getState().arrive('new', 11)
    expect(stageStore.getState().selected).toBe('new')
  })

  it('does not take the stage back for a job it has seen', () => {
    stageStore.getState().arrive('a', 10)
    stageStore.getState().arrive('b', 11)
    stageStore.getState().select('a')
    stageStore.getState().arrive('b', 11)
    expect(stageStore.getState().selected).toBe('a')
  })
})

describe('nextAfter', () => {
  it('is the older neighbour, or the newer at the end', () => {
    const list = [{ id: 'c' }, { id: 'b' }, { id: 'a' }]
    expect(nextAfter(list, 'b')?.id).toBe('a')
    expect(nextAfter(list, 'a')?.id).toBe('b')
    expect(nextAfter([{ id: 'a' }], 'a')).toBeUndefined()
  })
})
