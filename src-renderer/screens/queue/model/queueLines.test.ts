import { describe, expect, it } from 'vitest'
import { makeBatch } from '../testing/makeBatch.ts'
import { makeJob } from '../testing/makeJob.ts'
import { lineTops, queueLines } from './queueLines.ts'

const none = { active: [], unsent: [], over: [] }
const empty = { batches: [], open: null, rows: none, ...none }
const read = (lines: ReturnType<typeof queueLines>) =>
  lines.flatMap((line) => {
    if (line.kind === 'space') return []
    if (line.kind === 'heading') return [line.section]
    if (line.kind === 'batch') return [`[${line.batch.id}]`]
    return [`${line.job.id}${line.place === null ? '' : `#${line.place}`}`]
  })

describe('queueLines', () => {
  it('begins with what runs and waits by itself in its order, then batches with their rows, then what is over', () => {
    const lines = queueLines({
      ...empty,
      batches: [makeBatch({ id: 'B' }), makeBatch({ id: 'old', unsent: 0, running: 0 })],
      open: 'B',
      rows: { active: [makeJob({ id: 'b1', state: 'running' })], unsent: [makeJob({ id: 'b2' })], over: [] },
      active: [makeJob({ id: 'r', state: 'running' })],
      unsent: [makeJob({ id: 'q1' }), makeJob({ id: 'q2' })],
      over: [makeJob({ id: 's', state: 'saved' })],
    })
    expect(read(lines)).toEqual(['now', 'r', 'q1#1', 'q2#2', '[B]', 'b1', 'b2#1', 'earlier', '[old]', 's'])
  })

  it('closes the frame of an open batch with its last row', () => {
    const lines = queueLines({
      ...empty,
      batches: [makeBatch({ id: 'B' })],
      open: 'B',
      rows: { ...none, unsent: [makeJob(), makeJob()] },
    })
    expect(lines.flatMap((line) => (line.kind === 'job' ? [line.part] : []))).toEqual(['inner', 'last'])
  })

  it('has no heading over nothing', () => {
    expect(queueLines(empty)).toEqual([])
  })
})

describe('lineTops', () => {
  it('adds up the heights of headings and rows', () => {
    expect([...lineTops(queueLines({ ...empty, unsent: [makeJob()] }))]).toEqual([0, 44, 98])
  })
})
