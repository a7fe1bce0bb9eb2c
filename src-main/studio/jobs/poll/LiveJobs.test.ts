import { expect, test } from 'vitest'
import type { StatusRecord } from '../../service/responses/readStatusRecord.ts'
import type { PreviewImage } from '../../library/downloads/Downloads.ts'
import { LiveJobs } from './LiveJobs.ts'

const running = (facts: Partial<StatusRecord>): StatusRecord => ({
  phase: 'running',
  word: 'processing',
  progress: null,
  preview: null,
  resultUrl: null,
  alternatives: {},
  result: null,
  failure: null,
  ...facts,
})

test('a job without a status response has no progress and no preview', () => {
  const live = new LiveJobs({ fetchPreview: () => Promise.resolve(null), onChange: () => {} })
  expect([live.progress('a'), live.previewVersion('a'), live.previewImage('a'), live.sumProgress()]).toEqual([
    null,
    0,
    null,
    0,
  ])
})

test('progress is reported when it changes, summed over all jobs, and removed with its job', () => {
  const changed: string[] = []
  const live = new LiveJobs({
    fetchPreview: () => Promise.resolve(null),
    onChange: (id) => void changed.push(id),
  })
  live.update('a', running({ progress: 50 }))
  live.update('a', running({ progress: 50 }))
  live.update('b', running({ progress: 25 }))
  live.update('without progress', running({}))
  expect(changed).toEqual(['a', 'b'])
  expect(live.sumProgress()).toBe(0.75)
  live.forget('a')
  expect([live.progress('a'), live.sumProgress()]).toEqual([null, 0.25])
})

test('each new preview is fetched once and gets its own version', async () => {
  const fetched: string[] = []
  const imageOf = (source: string): PreviewImage => ({ mime: 'image/png', data: Buffer.from(source) })
  const live = new LiveJobs({
    fetchPreview: (_id, source) => {
      fetched.push(source)
      return Promise.resolve(imageOf(source))
    },
    onChange: () => {},
  })
  for (const preview of ['one', 'one', 'two']) {
    live.update('a', running({ preview }))
    await Promise.resolve()
    await Promise.resolve()
  }
  expect(fetched).toEqual(['one', 'two'])
  expect(live.previewVersion('a')).toBe(2)
  expect(live.previewImage('a')).toEqual(imageOf('two'))
})
