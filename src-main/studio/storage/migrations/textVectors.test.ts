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
