import { expect, it, onTestFinished, test } from 'vitest'
import type { JobState } from '../../../../src-preload/contract/types/job.ts'
import { findIdenticalJob, insertJob, type NewJob } from './newJobs.ts'
import { preparedJob } from '../engine/testEngine.ts'
import { migratedDatabase } from '../../testing/migratedDatabase.ts'

function setUp() {
  const database = migratedDatabase()
  onTestFinished(() => database.close())
  let count = 0
  const asset = (sha256: string, job: string | null = null) => {
    const id = `asset ${count++}`
    database.run(
      `INSERT INTO assets (id, job_id, role, kind, mime, format, path, bytes, sha256, created_at)
         VALUES (?1, ?2, ?3, 'image', 'image/png', 'png', ?1, 1, ?4, 1)`,
      id,
      job,
      job === null ? 'input' : 'result',
      sha256,
    )
    return id
  }
  /** Inserts a saved job and returns the id of its result. */
  const insertSaved = (job: NewJob) => {
    database.transaction(() => insertJob(database, job))
    database.run("UPDATE jobs SET state = 'saved' WHERE id = ?", job.id)
    return asset('result', job.id)
  }
  /** Inserts a job in a state. */
  const insertInState = (state: JobState, id: string = state) => {
    database.transaction(() => insertJob(database, { ...newJob, id, idempotencyKey: id }))
    database.run('UPDATE jobs SET state = ? WHERE id = ?', state, id)
  }
  return { database, asset, insertSaved, insertInState }
}

const newJob: NewJob = { ...preparedJob, id: 'first', idempotencyKey: 'first', replaces: null, createdAt: 1 }

/** A request with one file, at this path in the library. */
const withFile = (assetId: string, path: string, sha: string): NewJob => ({
  ...newJob,
  id: `of ${sha} ${path}`,
  idempotencyKey: `of ${sha} ${path}`,
  request: {
    path: 'img2img',
    encoding: 'multipart',
    text: '{"seed":1}',
    files: [{ field: 'image', path, fileName: 'image.png', mime: 'image/png' }],
  },
  inputs: [{ field: 'image', assetId }],
})

it('finds the newest result of the same request, but of no other body, seed, path or connection', () => {
  const { database, insertSaved } = setUp()
  insertSaved(newJob)
  const result = insertSaved({ ...newJob, id: 'second', idempotencyKey: 'second' })
  expect(findIdenticalJob(database, newJob)).toEqual({ job: 'second', kind: 'completed', asset: result })
  const { request } = newJob
  expect(findIdenticalJob(database, { ...newJob, connection: { id: 'other', name: '' } })).toBeNull()
  expect(findIdenticalJob(database, { ...newJob, request: { ...request, path: 'other' } })).toBeNull()
  expect(
    findIdenticalJob(database, { ...newJob, request: { ...request, text: `${request.text} ` } }),
  ).toBeNull()
})

it('compares files by content, not by path or name', () => {
  const { database, asset, insertSaved } = setUp()
  const result = insertSaved(withFile(asset('cafe'), '/inputs/ca/cafe.png', 'cafe'))
  const same = withFile(asset('cafe'), '/library/2026/01/again.png', 'cafe')
  expect(findIdenticalJob(database, same)?.asset).toBe(result)
  expect(findIdenticalJob(database, withFile(asset('beef'), '/inputs/ca/cafe.png', 'beef'))).toBeNull()
  expect(findIdenticalJob(database, withFile('deleted', '/inputs/ca/cafe.png', 'cafe'))).toBeNull()
})

it('ignores results in the trash or deleted, and finds them again when they are restored', () => {
  const { database, insertSaved } = setUp()
  const result = insertSaved(newJob)
  database.run('UPDATE assets SET trashed_at = 5')
  expect(findIdenticalJob(database, newJob)).toBeNull()
  database.run('UPDATE assets SET trashed_at = NULL')
  expect(findIdenticalJob(database, newJob)?.asset).toBe(result)
  database.run('DELETE FROM assets')
  expect(findIdenticalJob(database, newJob)).toBeNull()
})

test.each<[JobState, string | null]>([
  ['queued', 'in_progress'],
  ['sending', 'in_progress'],
  ['running', 'in_progress'],
  ['saving', 'in_progress'],
  ['unsaved', 'in_progress'],
  ['uncertain', 'uncertain'],
  ['vanished', 'uncertain'],
  ['rejected', null],
  ['cancelled', null],
  ['failed', null],
  ['closed', null],
])('an identical job that is %s is %s', (state, kind) => {
  const { database, insertInState } = setUp()
  insertInState(state)
  expect(findIdenticalJob(database, newJob)).toEqual(kind && { job: state, kind, asset: null })
})

it('prefers the newest saved or open job to an uncertain one', () => {
  const { database, insertInState, insertSaved } = setUp()
  insertSaved(newJob)
  insertInState('running')
  insertInState('uncertain')
  insertInState('cancelled')
  expect(findIdenticalJob(database, newJob)?.job).toBe('running')
  database.run("UPDATE jobs SET state = 'failed' WHERE id = 'running'")
  expect(findIdenticalJob(database, newJob)).toMatchObject({ job: 'first', kind: 'completed' })
  expect(
    findIdenticalJob(database, newJob, () => false),
    'its file is gone',
  ).toMatchObject({ job: 'uncertain', kind: 'uncertain' })
})

it('reads only identical jobs of a long history', () => {
  const { database, insertInState } = setUp()
  insertInState('queued')
  const plans: string[] = []
  const all = database.all.bind(database)
  database.all = (sql, ...values) => {
    plans.push(...all(`EXPLAIN QUERY PLAN ${sql}`, ...values).map(({ detail }) => String(detail)))
    return all(sql, ...values)
  }
  findIdenticalJob(database, newJob)
  expect(plans).toContainEqual(expect.stringContaining('jobs_by_hash (request_hash=?)'))
  expect(plans.filter((detail) => /SCAN|TEMP B-TREE/.test(detail))).toEqual([])
})
