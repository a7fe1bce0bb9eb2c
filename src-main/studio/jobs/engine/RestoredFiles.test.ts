import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { DownloadOutcome, StoredFile } from '../../library/downloads/DownloadOutcome.ts'
import type { Exchange } from '../../service/http/Exchange.ts'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'
import { respondOk, respondWith } from './testEngine.ts'
import { JobStore } from '../store/JobStore.ts'
import { RestoredFiles } from './RestoredFiles.ts'

const BYTES = 'the bytes of the result'
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')
const done = respondOk({ status: 'done', result_url: 'https://results.example/a.png' })

/** A saved result whose file was deleted, and a service that responds to a poll with `exchange` and serves `served`. */
function deletedResult({
  exchange = done,
  served = BYTES,
}: {
  exchange?: Exchange | null
  served?: string | null
}) {
  const world = libraryWorld()
  const { library, database, places } = world
  world.addJob('job')
  const write = (path: string, content: string): StoredFile => {
    mkdirSync(dirname(join(places.library, path)), { recursive: true })
    writeFileSync(join(places.library, path), content)
    const facts = { kind: 'image', mime: 'image/png', format: 'png', width: 1, height: 1 } as const
    return { path, bytes: content.length, sha256: hashOf(content), durationMs: null, ...facts }
  }
  const file = { ...write('2026/01/never.png', BYTES), path: '2026/01/saved.png' }
  const asset = library.add({ jobId: 'job', role: 'result', file, createdAt: world.clock.now() })
  const calls: string[] = []
  const restored = new RestoredFiles({
    store: new JobStore({ database, onUnreadableRow: () => {}, onChange: () => {} }),
    library,
    engine: {
      pollFinished: async () => {
        calls.push('poll')
        return exchange
      },
    },
    files: {
      download: async (_, url): Promise<DownloadOutcome> => {
        calls.push(url)
        if (served === null) return { kind: 'expired', problem: { code: 'result_expired', money: 'charged' } }
        return { kind: 'file', file: write('2026/02/again.png', served) }
      },
      saveText: async (text) => ({ kind: 'file', file: write('2026/02/text.txt', text) }),
      discard: async () => void calls.push('discard'),
      onSaved: () => void calls.push('saved'),
    },
  })
  const read = () => readFileSync(join(places.library, '2026/01/saved.png'), 'utf8')
  const exists = () => existsSync(join(places.library, '2026/01/saved.png'))
  return { ...world, restored, asset, calls, read, exists, fetch: () => restored.fetch(asset.id) }
}

test('a deleted file is downloaded again and is present again', async () => {
  const { fetch, read, library, asset, calls } = deletedResult({})
  expect(await library.fileState(asset.id)).toBe('missing')
  expect(await fetch()).toBe('restored')
  expect(read()).toBe(BYTES)
  expect(await library.fileState(asset.id)).toBe('present')
  expect(calls).toEqual(['poll', 'https://results.example/a.png', 'saved'])
})

test('two clicks make one download', async () => {
  const { fetch, calls } = deletedResult({})
  expect(await Promise.all([fetch(), fetch()])).toEqual(['restored', 'restored'])
  expect(calls.filter((call) => call === 'poll')).toHaveLength(1)
})

test('a file of the service with other bytes is not kept', async () => {
  const { fetch, exists, calls } = deletedResult({ served: 'something else' })
  expect(await fetch()).toBe('different')
  expect(exists()).toBe(false)
  expect(calls).toContain('discard')
})

test('a result that the service has deleted is reported as gone', async () => {
  expect(await deletedResult({ served: null }).fetch()).toBe('gone')
  expect(await deletedResult({ exchange: respondWith(404) }).fetch()).toBe('gone')
  expect(await deletedResult({ exchange: respondOk({ status: 'failed' }) }).fetch()).toBe('gone')
})

test('a service that does not respond is reported as a problem, and the file is not considered gone', async () => {
  const problem = { money: 'none' }
  await expect(deletedResult({ exchange: respondWith(500) }).fetch()).rejects.toMatchObject({ problem })
  await expect(deletedResult({ exchange: null }).fetch()).rejects.toMatchObject({
    problem: { code: 'service_rate_limited' },
  })
})

test('a result in the response itself is saved from there', async () => {
  const { fetch, read } = deletedResult({ exchange: respondOk({ status: 'done', result: BYTES }) })
  expect(await fetch()).toBe('restored')
  expect(read()).toBe(BYTES)
})

test('a file of the user cannot be downloaded again', async () => {
  const { restored, database, asset } = deletedResult({})
  expect(restored.canFetch(asset.id)).toBe(true)
  database.run("UPDATE jobs SET request_id = NULL WHERE id = 'job'")
  expect(restored.canFetch(asset.id)).toBe(false)
  await expect(restored.fetch(asset.id)).rejects.toThrow('file_missing')
})
