import { describe, expect, it } from 'vitest'
import { makeJob } from '../testing/makeJob.ts'
import { lineTops, queueLines } from './queueLines.ts'

const read = (lines: ReturnType<typeof queueLines>) =>
  lines.map((line) => (line.kind === 'heading' ? `${line.section} ${line.count}` : line.job.id))

describe('queueLines', () => {
  it('puts what is open above what is over, each job once, uncertain ones apart', () => {
    const running = makeJob({ id: 'running', state: 'running' })
    const lost = makeJob({ id: 'lost', state: 'uncertain' })
    const saved = makeJob({ id: 'saved', state: 'saved' })
    expect(read(queueLines([running, lost], [running, lost, saved]))).toEqual([
      'now 1',
      'running',
      'earlier 1',
      'saved',
    ])
  })

  it('has no heading over nothing', () => {
    expect(queueLines([], [])).toEqual([])
  })
})

describe('lineTops', () => {
  it('adds up the heights of headings and rows', () => {
    const lines = queueLines([makeJob()], [])
    expect([...lineTops(lines)]).toEqual([0, 44, 98])
  })
})
