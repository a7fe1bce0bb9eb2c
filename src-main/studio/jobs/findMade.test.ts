import { expect, it, onTestFinished } from 'vitest'
import { Database } from '../storage/Database.ts'
import { migrate } from '../storage/migrate.ts'
import { migrations } from '../storage/migrations/index.ts'
import { findMade } from './findMade.ts'
import { insertJob, type Intent } from './insertJob.ts'
import { prepared } from './testEngine.ts'

function setUp() {
  const database = new Database(':memory:')
  migrate(database, migrations, () => {})
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
  const made = (intent: Intent) => {
    database.transaction(() => insertJob(database, intent))
    database.run("UPDATE jobs SET state = 'saved' WHERE id = ?", intent.id)
    return asset('result', intent.id)
  }
  return { database, asset, made }
}

const intent: Intent = { ...prepared, id: 'first', press: 'first', replaces: null, createdAt: 1 }

/** A request with one file, at this path in the library. */
const withFile = (assetId: string, path: string, sha: string): Intent => ({
  ...intent,
  id: `of ${sha} ${path}`,
  press: `of ${sha} ${path}`,
  request: {
    path: 'img2img',
    encoding: 'multipart',
    text: '{"seed":1}',
    files: [{ field: 'image', path, fileName: 'image.png', mime: 'image/png' }],
  },
  inputs: [{ field: 'image', assetId }],
})

it('finds the newest result of the very same request, but of no other body, seed, path or connection', () => {
  const { database, made } = setUp()
  made(intent)
  const result = made({ ...intent, id: 'second', press: 'second' })
  expect(findMade(database, intent)).toEqual({ job: 'second', asset: result })
  const { request } = intent
  expect(findMade(database, { ...intent, connection: { id: 'other', name: '' } })).toBeNull()
  expect(findMade(database, { ...intent, request: { ...request, path: 'other' } })).toBeNull()
  expect(findMade(database, { ...intent, request: { ...request, text: `${request.text} ` } })).toBeNull()
})

it('knows its files by what is in them, wherever they lie and whatever they are called', () => {
  const { database, asset, made } = setUp()
  const result = made(withFile(asset('cafe'), '/inputs/ca/cafe.png', 'cafe'))
  const same = withFile(asset('cafe'), '/library/2026/01/again.png', 'cafe')
  expect(findMade(database, same)?.asset).toBe(result)
  expect(findMade(database, withFile(asset('beef'), '/inputs/ca/cafe.png', 'beef'))).toBeNull()
  expect(findMade(database, withFile('deleted', '/inputs/ca/cafe.png', 'cafe'))).toBeNull()
})

it('finds nothing of what is in the trash or deleted, and it again when it is restored', () => {
  const { database, made } = setUp()
  const result = made(intent)
  database.run('UPDATE assets SET trashed_at = 5')
  expect(findMade(database, intent)).toBeNull()
  database.run('UPDATE assets SET trashed_at = NULL')
  expect(findMade(database, intent)?.asset).toBe(result)
  database.run('DELETE FROM assets')
  expect(findMade(database, intent)).toBeNull()
})
