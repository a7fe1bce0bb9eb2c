import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { StatusRecord } from '../../service/responses/readStatusRecord.ts'
import type { PreviewImage } from '../../library/downloads/Downloads.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
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
  const live = new LiveJobs({
    fetchPreview: () => Promise.resolve(null),
    onChange: () => {},
    log: memoryLog(),
  })
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
    log: memoryLog(),
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

test('a preview that cannot be fetched is left out and requested again with the next status', async () => {
  const log = memoryLog()
  let isBroken = true
  const image: PreviewImage = { mime: 'image/png', data: Buffer.from('image') }
  const live = new LiveJobs({
    fetchPreview: async () => {
      if (isBroken) throw new Error('disk I/O error')
      return image
    },
    onChange: () => {},
    log,
  })
  live.update('a', running({ preview: 'one' }))
  await setImmediate()
  expect(live.previewImage('a')).toBeNull()
  expect(log.lines).toMatchObject([{ level: 'warn' }])
  isBroken = false
  live.update('a', running({ preview: 'one' }))
  await setImmediate()
  expect(live.previewImage('a')).toEqual(image)
})

test('a preview that hangs delays only the later ones of its own job, which are fetched once, and the newest is shown', async () => {
  const fetched: string[] = []
  const { promise: hanging, resolve } = Promise.withResolvers<null>()
  const live = new LiveJobs({
    fetchPreview: (_id, source) => {
      fetched.push(source)
      return source === 'one' ? hanging : Promise.resolve({ mime: 'image/png', data: Buffer.from(source) })
    },
    onChange: () => {},
    log: memoryLog(),
  })
  for (const preview of ['one', 'two', 'three']) live.update('a', running({ preview }))
  live.update('b', running({ preview: 'other' }))
  await setImmediate()
  expect([fetched, live.previewVersion('b')]).toEqual([['one', 'other'], 1])
  resolve(null)
  await setImmediate()
  expect(fetched).toEqual(['one', 'other', 'three'])
  expect(live.previewImage('a')?.data).toEqual(Buffer.from('three'))
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
    log: memoryLog(),
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
