import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { StoredFile } from './DownloadOutcome.ts'
import { downloadWorld, png, serve } from '../../testing/worlds/downloadWorld.ts'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'
import { DownloadJournal } from './DownloadJournal.ts'
import { storedFile, respondOk, testEngine } from '../../jobs/engine/testEngine.ts'

const requestId = '6f1c2f9e-1f7a-4f4e-9b39-0d6d2f0b8a11'

function journalWorld() {
  const world = libraryWorld()
  const { database, places, addJob } = world
  addJob('job')
  database.run("UPDATE jobs SET state = 'saving' WHERE id = 'job'")
  const bytes = Buffer.from('the bytes that came')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const stored: StoredFile = { ...storedFile, path: '2026/01/x.png', bytes: bytes.length, sha256 }
  const path = join(places.library, stored.path)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
  const downloadJournal = new DownloadJournal({ database, libraryFolder: places.library })
  return { ...world, downloadJournal, stored, path }
}

describe('a completed download', () => {
  it('is found by its job as long as its bytes are unchanged', async () => {
    const { downloadJournal, stored, path } = journalWorld()
    downloadJournal.record('job', stored)
    expect(await downloadJournal.find('job')).toEqual(stored)
    expect(await downloadJournal.find('another')).toBeNull()
    writeFileSync(path, Buffer.alloc(stored.bytes))
    expect(await downloadJournal.find('job')).toBeNull()
    rmSync(path)
    expect(await downloadJournal.find('job')).toBeNull()
  })

  it.runIf(process.platform === 'linux')('is not found if its file can’t be read', async () => {
    const { database, stored } = journalWorld()
    // The size of `/proc/self/mem` is 0, and reading it is an I/O error.
    const downloadJournal = new DownloadJournal({ database, libraryFolder: '/proc/self' })
    downloadJournal.record('job', { ...stored, path: 'mem', bytes: 0 })
    expect(await downloadJournal.find('job')).toBeNull()
  })

  it('is recorded for an open job until the job ends', () => {
    const { downloadJournal, stored, database } = journalWorld()
    downloadJournal.record('job', stored)
    expect(downloadJournal.isRecordedForOpenJob(stored.path)).toBe(true)
    database.run("UPDATE jobs SET state = 'closed' WHERE id = 'job'")
    expect(downloadJournal.isRecordedForOpenJob(stored.path)).toBe(false)
    downloadJournal.remove('job')
    expect(database.all('SELECT * FROM download_journal')).toEqual([])
  })

  it('is reported when it is complete, before it gets its final name', async () => {
    const { get, files } = downloadWorld()
    const server = await serve((response) => response.end(png))
    const reported: [StoredFile, string[]][] = []
    const outcome = await get(server.address, { onComplete: (stored) => reported.push([stored, files()]) })
    expect(reported).toEqual([[outcome.kind === 'file' && outcome.file, [expect.stringMatching(/\.part$/)]]])
  })

  it('is reported too if the result is a `data:` URI', async () => {
    const { get } = downloadWorld()
    const reported: StoredFile[] = []
    const url = `data:image/png;base64,${png.toString('base64')}`
    const outcome = await get(url, { onComplete: (stored) => reported.push(stored) })
    expect(outcome).toEqual({ kind: 'file', file: reported[0] })
  })
})

describe('a job whose file was downloaded before a crash', () => {
  const savingJob = (script: Parameters<typeof testEngine>[0]) => {
    const world = testEngine(script)
    const { id } = world.enqueue()
    world.store.move(id, 'sending')
    world.store.move(id, 'running', { requestId })
    world.store.move(id, 'saving', {})
    world.calls.length = 0
    return { ...world, id }
  }

  it('is saved with that file, without any request', async () => {
    const { engine, clock, store, id, calls, saved } = savingJob({ downloadedFile: () => storedFile })
    engine.markInterruptedUncertain()
    engine.start()
    await clock.advance(0)
    expect(store.find(id)?.state).toBe('saved')
    expect(calls).toEqual([])
    expect(saved.map(({ role }) => role)).toEqual(['result'])
  })

  it('downloads again if the file is not of the expected kind', async () => {
    const { engine, clock, store, id, calls } = savingJob({
      downloadedFile: () => ({ ...storedFile, kind: 'other', format: 'bin' }),
      poll: () => respondOk({ status: 'done', result_url: 'https://results.example/a' }),
    })
    engine.markInterruptedUncertain()
    engine.start()
    await clock.advance(1000)
    expect(store.find(id)?.state).toBe('saved')
    expect(calls).toContain('download https://results.example/a')
  })
})
