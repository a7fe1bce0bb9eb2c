import { expect, it } from 'vitest'
import { addJob, databaseWorld } from '../../testing/worlds/databaseWorld.ts'
import type { Database } from '../database/Database.ts'
import { migrations } from './index.ts'

const addAsset = (database: Database, id: string, bytes: number) =>
  database.run(
    `INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at)
       VALUES (?1, 'result', 'image', 'image/png', 'png', ?1, ?2, 'f', 1)`,
    id,
    bytes,
  )

it('keeps existing results, without stars and collections', async () => {
  const { open } = databaseWorld()
  const old = open(migrations.slice(0, 1))
  addJob(old, 'kept', 'saved')
  addAsset(old.database, 'picture', 10)
  await old.close()
  const { database } = open()
  expect(database.get('SELECT id, collection_id FROM jobs')).toEqual({ id: 'kept', collection_id: null })
  expect(database.get('SELECT id, starred_at FROM assets')).toEqual({ id: 'picture', starred_at: null })
  expect(database.get('SELECT assets, bytes FROM asset_totals WHERE trashed = 0')).toEqual({
    assets: 1,
    bytes: 10,
  })
})

it('counts the results of collections outside the trash after every change, and keeps jobs of a deleted collection', () => {
  const opened = databaseWorld().open()
  const { database } = opened
  const totals = () =>
    database
      .all('SELECT id, assets, bytes FROM collections ORDER BY id')
      .map((row) => Object.values(row).join(' '))
  for (const id of ['a', 'b'])
    database.run('INSERT INTO collections (id, name, name_key, created_at) VALUES (?1, ?1, ?1, 1)', id)
  for (const [id, bytes] of [
    ['one', 1],
    ['two', 20],
    ['three', 300],
  ] as const) {
    addAsset(database, id, bytes)
    database.run("INSERT INTO collection_assets SELECT 'a', seq, 1 FROM assets WHERE id = ?", id)
  }
  database.run("INSERT INTO collection_assets SELECT 'b', seq, 1 FROM assets WHERE id = 'two'")
  expect(totals()).toEqual(['a 3 321', 'b 1 20'])

  database.run("UPDATE assets SET trashed_at = 5 WHERE id = 'two'")
  expect(totals()).toEqual(['a 2 301', 'b 0 0'])
  database.run("DELETE FROM collection_assets WHERE collection_id = 'b'")
  database.run("UPDATE assets SET trashed_at = NULL, bytes = 21 WHERE id = 'two'")
  expect(totals()).toEqual(['a 3 322', 'b 0 0'])
  database.run("UPDATE assets SET trashed_at = 5 WHERE id = 'one'")
  database.run("DELETE FROM assets WHERE id IN ('one', 'two')")
  expect(totals()).toEqual(['a 1 300', 'b 0 0'])

  addJob(opened, 'going', 'queued')
  database.run("UPDATE jobs SET collection_id = 'a'")
  database.run("DELETE FROM collections WHERE id = 'a'")
  expect(database.all('SELECT collection_id FROM jobs')).toEqual([{ collection_id: null }])
  expect(database.all('SELECT * FROM collection_assets')).toEqual([])
  expect(database.all('SELECT id FROM assets')).toEqual([{ id: 'three' }])
})

it('rejects a second collection whose name differs only in case', () => {
  const { database } = databaseWorld().open()
  const make = (id: string, name: string) =>
    database.run(
      'INSERT INTO collections (id, name, name_key, created_at) VALUES (?1, ?2, name_key(?2), 1)',
      id,
      name,
    )
  make('a', 'Posters')
  expect(() => make('b', 'posters')).toThrow('UNIQUE')
})
