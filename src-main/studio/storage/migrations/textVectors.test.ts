import { expect, it } from 'vitest'
import { databaseWorld } from '../../testing/worlds/databaseWorld.ts'
import type { Database } from '../database/Database.ts'
import { migrations } from './index.ts'

const addEmbedding = (database: Database, id: string, role: 'result' | 'alternative') => {
  database.run(
    `INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at)
       VALUES (?1, ?2, 'embedding', 'application/json', 'json', ?1, 1, 'f', 1)`,
    id,
    role,
  )
  database.run('INSERT INTO asset_vectors VALUES (?, 1, 1, ?)', id, new Uint8Array(4))
}

it('lists existing and new embeddings as unread, and no other formats of them', async () => {
  const { open } = databaseWorld()
  const old = open(migrations.slice(0, 14))
  addEmbedding(old.database, 'old', 'result')
  addEmbedding(old.database, 'copy', 'alternative')
  await old.close()
  const { database } = open()
  const unread = () =>
    database
      .all('SELECT a.id FROM unread_embeddings u JOIN assets a ON a.seq = u.asset_seq')
      .map((row) => row['id'])
  expect(unread()).toEqual(['old'])
  addEmbedding(database, 'new', 'result')
  addEmbedding(database, 'new copy', 'alternative')
  expect(new Set(unread())).toEqual(new Set(['new', 'old']))
  database.run("DELETE FROM assets WHERE id = 'old'")
  expect(unread()).toEqual(['new'])
})

it('reads the vectors of all embeddings again, because they are stored by connection', async () => {
  const { open } = databaseWorld()
  const old = open(migrations.slice(0, 17))
  addEmbedding(old.database, 'read', 'result')
  addEmbedding(old.database, 'copy', 'alternative')
  old.database.run('DELETE FROM unread_embeddings')
  old.database.run("INSERT INTO text_vectors VALUES (1, 'model', 7, 'read', ?)", new Uint8Array(4))
  addEmbedding(old.database, 'unread', 'result')
  await old.close()
  const { database } = open()
  expect(database.all('SELECT * FROM text_vectors')).toEqual([])
  const unread = database.all(
    'SELECT a.id FROM unread_embeddings u JOIN assets a ON a.seq = u.asset_seq ORDER BY a.seq',
  )
  expect(unread.map(({ id }) => id)).toEqual(['read', 'unread'])
  const insert =
    "INSERT INTO text_vectors (connection_id, model, text_key, asset_id, vector) VALUES (?, 'm', 7, 'read', x'00')"
  for (const connection of ['one', 'other']) database.run(insert, connection)
  expect(() => database.run(insert, 'one')).toThrow('UNIQUE')
  database.run("DELETE FROM assets WHERE id = 'read'")
  expect(database.all('SELECT * FROM text_vectors')).toEqual([])
})
