import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { fakeClock } from '../../testing/fakeClock.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import type { StudioTasks } from '../../threads/tasks.ts'
import { WorkerPool } from '../../storage/workers/WorkerPool.ts'
import { ResultReader } from './ResultReader.ts'

const clock = fakeClock(0)
const reported: Problem[] = []
const entry = new URL('../../threads/worker.ts', import.meta.url)
const NEVER = new URL(`data:text/javascript,${encodeURIComponent('for (;;) {}')}`)
const pools: WorkerPool<StudioTasks>[] = []
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()))
  reported.length = 0
})

function readerWith(file: URL): ResultReader {
  const workers = new WorkerPool<StudioTasks>({ entry: file, size: 1, deadlineMs: 1_000, after: clock.after })
  pools.push(workers)
  return new ResultReader({ workers, report: (problem) => reported.push(problem), log: memoryLog() })
}

function saved(content: string): string {
  const path = join(temporaryFolder(), 'result.json')
  writeFileSync(path, content)
  return path
}

it('reads a result in a worker', async () => {
  const path = saved('{"embeddings":[[1,2],[3,4]]}')
  const reader = readerWith(entry)
  expect(await reader.readResult({ path, kind: 'text', viewer: 'embedding' })).toEqual({
    kind: 'embedding',
    text: null,
    vectors: { count: 2, mean: Float32Array.of(2, 3) },
  })
  expect(await reader.describeVectors(path)).toMatchObject({ vectors: 2, dimension: 2, preview: [1, 2] })
  expect(Buffer.from((await reader.exportVectors(path, 'csv')) ?? []).toString()).toBe('1,2\r\n3,4\r\n')
})

it('keeps the file of a result that is not read in time and reports it', async () => {
  const path = saved('anything')
  const reading = readerWith(NEVER).readResult({ path, kind: 'text', viewer: 'transcript' })
  await clock.advance(1_000)
  expect(await reading).toEqual({ kind: 'text', text: '', vectors: null })
  expect(reported).toEqual([{ code: 'result_unread', money: 'none' }])
})

it('throws when an opened text is not read in time', async () => {
  const reading = readerWith(NEVER).readText(saved('anything'), 'transcript')
  const failed = expect(reading).rejects.toMatchObject({ problem: { code: 'result_unread' } })
  await clock.advance(1_000)
  await failed
})

it('rejects a missing file, so that it is downloaded again', async () => {
  const reading = readerWith(entry).readResult({ path: '/nowhere', kind: 'text', viewer: null })
  await expect(reading).rejects.toThrow('ENOENT')
  expect(reported).toEqual([])
})
