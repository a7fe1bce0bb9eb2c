import { expect, it } from 'vitest'
import { addJob, databaseWorld, stateOf } from '../../testing/worlds/databaseWorld.ts'
import { migrations } from './index.ts'

it('reopens quarantined jobs that the service accepted, and no others', async () => {
  const { open } = databaseWorld()
  const old = open(migrations.slice(0, 8))
  for (const id of ['accepted', 'with its result', 'never sent']) addJob(old, id, 'set_aside')
  old.database.run("UPDATE jobs SET request_id = 'r' || id WHERE id <> 'never sent'")
  old.database.run(
    `INSERT INTO assets (id, job_id, role, kind, mime, format, path, bytes, sha256, created_at)
       VALUES ('a', 'with its result', 'result', 'image', 'image/png', 'png', 'a.png', 1, 'x', 1)`,
  )
  await old.close()
  const opened = open()
  expect(['accepted', 'with its result', 'never sent'].map((id) => stateOf(opened, id))).toEqual([
    'running',
    'saved',
    'set_aside',
  ])
})
