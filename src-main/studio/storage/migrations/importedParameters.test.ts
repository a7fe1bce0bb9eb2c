import { expect, it } from 'vitest'
import { databaseWorld } from '../../testing/worlds/databaseWorld.ts'
import { migrations } from './index.ts'

it('deletes the parameters of an imported file with it', async () => {
  const { open } = databaseWorld()
  await open(migrations.slice(0, 19)).close()
  const { database } = open()
  database.run(
    `INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at)
       VALUES ('a', 'result', 'image', 'image/png', 'png', 'a', 1, 'f', 1)`,
  )
  database.run("INSERT INTO imported_parameters VALUES ('a', '{}')")
  database.run("DELETE FROM assets WHERE id = 'a'")
  expect(database.all('SELECT * FROM imported_parameters')).toEqual([])
})
