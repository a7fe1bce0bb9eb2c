import { describe, expect, it } from 'vitest'
import { makeBatch } from '../testing/makeBatch.ts'
import { makeJob } from '../testing/makeJob.ts'
import { lineTops, queueLines } from './queueLines.ts'

const noRows = { active: [], unsent: [], ended: [] }
const empty = { batches: [], openBatchId: null, batchJobs: noRows, batchError: null, ...noRows }
const describeLines = (lines: ReturnType<typeof queueLines>) =>
  lines.flatMap((line) => {
    if (line.kind === 'space') return []
    if (line.kind === 'heading') return [line.section]
    if (line.kind === 'failure') return ['failure']
    if (line.kind === 'batch') return [`[${line.batch.id}]`]
    return [`${line.job.id}${line.position === null ? '' : `#${line.position}`}`]
  })

describe('queueLines', () => {
  it('lists active and queued single jobs first, then batches with their rows, then ended jobs', () => {
    const lines = queueLines({
      ...empty,
      batches: [makeBatch({ id: 'B' }), makeBatch({ id: 'old', unsent: 0, running: 0 })],
      openBatchId: 'B',
      batchJobs: {
        active: [makeJob({ id: 'b1', state: 'running' })],
        unsent: [makeJob({ id: 'b2' })],
        ended: [],
      },
      active: [makeJob({ id: 'r', state: 'running' })],
      unsent: [makeJob({ id: 'q1' }), makeJob({ id: 'q2' })],
      ended: [makeJob({ id: 's', state: 'saved' })],
    })
    expect(describeLines(lines)).toEqual([
      'now',
      'r',
      'q1#1',
      'q2#2',
      '[B]',
      'b1',
      'b2#1',
      'earlier',
      '[old]',
      's',
    ])
  })

  it('marks the last row of an expanded batch', () => {
    const lines = queueLines({
      ...empty,
      batches: [makeBatch({ id: 'B' })],
      openBatchId: 'B',
      batchJobs: { ...noRows, unsent: [makeJob(), makeJob()] },
    })
    expect(lines.flatMap((line) => (line.kind === 'job' ? [line.batchPosition] : []))).toEqual([
      'inner',
      'last',
    ])
  })

  it('is empty without jobs', () => {
    expect(queueLines(empty)).toEqual([])
  })
})

describe('lineTops', () => {
  it('adds up the heights of headings and rows', () => {
    expect([...lineTops(queueLines({ ...empty, unsent: [makeJob()] }))]).toEqual([0, 44, 98])
  })
})
