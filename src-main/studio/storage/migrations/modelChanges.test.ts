import { expect, it } from 'vitest'
import { databaseWorld } from '../../testing/worlds/databaseWorld.ts'
import { migrations } from './index.ts'

it('treats the listed and delisted models of an earlier version as known', async () => {
  const { open } = databaseWorld()
  const old = open(migrations.slice(0, 21))
  const insert =
    "INSERT INTO models (connection_id, slug, position, record, seen_at, vanished_at) VALUES ('c', ?1, 0, '{}', 1, ?2)"
  old.database.run(insert, 'listed', null)
  old.database.run(insert, 'delisted', 5)
  await old.close()
  const { database } = open()
  expect(database.all('SELECT slug, known_record, known_delisted FROM models ORDER BY slug')).toEqual([
    { slug: 'delisted', known_record: '{}', known_delisted: 1 },
    { slug: 'listed', known_record: '{}', known_delisted: 0 },
  ])
})
