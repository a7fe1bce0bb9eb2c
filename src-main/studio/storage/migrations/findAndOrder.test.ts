import { expect, it } from 'vitest'
import { addJob, databaseWorld } from '../../testing/worlds/databaseWorld.ts'
import type { Database } from '../database/Database.ts'
import { migrations } from './index.ts'

const addAsset = (database: Database, id: string, role = 'result') =>
  database.run(
    `INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at)
       VALUES (?1, ?2, 'image', 'image/png', 'png', ?1, 1, 'f', 1)`,
    id,
    role,
  )

it('keeps existing results, unrated and without a note', async () => {
  const { open } = databaseWorld()
  const old = open(migrations.slice(0, 13))
  addAsset(old.database, 'picture')
  await old.close()
  const { database } = open()
  expect(database.get('SELECT id, rating, note FROM assets')).toEqual({ id: 'picture', rating: 0, note: '' })
  expect(database.all('SELECT * FROM asset_changes')).toEqual([])
})

it('logs the changes of results, and of names as 0, but not of inputs', () => {
  const opened = databaseWorld().open()
  const { database } = opened
  const changes = (...statements: string[]) => {
    database.run('DELETE FROM asset_changes')
    for (const sql of statements) database.run(sql)
    return database.all('SELECT asset_seq FROM asset_changes ORDER BY id').map((row) => row['asset_seq'])
  }
  addAsset(database, 'a')
  addAsset(database, 'input', 'input')
  addJob(opened, 'job', 'saved')
  expect(database.all('SELECT asset_seq FROM asset_changes')).toEqual([{ asset_seq: 1 }])
  for (const change of ['starred_at = 1', 'trashed_at = 1', 'rating = 3', 'duration_ms = 5', 'bytes = 9'])
    expect(changes(`UPDATE assets SET ${change}`)).toEqual([1])
  expect(changes("UPDATE assets SET has_thumb = 1, note = 'x'")).toEqual([])
  expect(changes("INSERT INTO tags (id, name, name_key) VALUES (1, 'Red', 'red')")).toEqual([0])
  expect(changes('INSERT INTO asset_tags VALUES (1, 1)', 'DELETE FROM asset_tags')).toEqual(
    expect.arrayContaining([1, 1]),
  )
  expect(
    changes("INSERT INTO collections (id, name, name_key, created_at) VALUES ('c', 'C', 'c', 1)"),
  ).toEqual([0])
  expect(changes("INSERT INTO collection_assets VALUES ('c', 1, 1)")).toEqual([1])
  expect(changes("DELETE FROM collections WHERE id = 'c'")).toEqual(expect.arrayContaining([0, 1]))
  expect(
    changes("INSERT INTO job_inputs VALUES ('job', 0, 'image', 'a'), ('job', 1, 'image', 'input')"),
  ).toEqual([1])
  expect(changes("UPDATE assets SET job_id = 'job' WHERE id = 'a'", 'UPDATE jobs SET price = 77')).toEqual([
    1,
  ])
  expect(changes('UPDATE jobs SET price = 77')).toEqual([])
  expect(changes("DELETE FROM assets WHERE id = 'a'")).toEqual([1])
})
