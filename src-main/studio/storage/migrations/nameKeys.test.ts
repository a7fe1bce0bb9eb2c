import { expect, it } from 'vitest'
import type { Database } from '../database/Database.ts'
import { databaseWorld } from '../../testing/worlds/databaseWorld.ts'
import { migrations } from './index.ts'

/** A library of the previous version after its update. `fill` adds rows to it before. */
async function updatedLibrary(fill: (database: Database) => void) {
  const { open } = databaseWorld()
  const old = open(migrations.slice(0, 26))
  fill(old.database)
  await old.close()
  return open().database
}

const names = (database: Database, table: string) =>
  database.all(`SELECT name FROM ${table} ORDER BY rowid`).map(({ name }) => name)

it('merges tags that differ only in case into the most used one, with all their results', async () => {
  const database = await updatedLibrary((old) => {
    for (const id of ['a', 'b', 'c'])
      old.run(
        `INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at)
           VALUES (?1, 'result', 'image', 'image/png', 'png', ?1, 1, 'x', 1)`,
        id,
      )
    const tagged = { é: ['a'], É: ['a', 'b'], 'e\u0301': ['c'], e: ['b'] }
    for (const [name, ids] of Object.entries(tagged)) {
      old.run('INSERT INTO tags (name) VALUES (?)', name)
      for (const id of ids)
        old.run(
          'INSERT INTO asset_tags SELECT seq, (SELECT id FROM tags WHERE name = ?) FROM assets WHERE id = ?',
          name,
          id,
        )
    }
  })
  expect(database.all('SELECT name, name_key, assets FROM tags ORDER BY name')).toEqual([
    { name: 'e', name_key: 'e', assets: 1 },
    { name: 'É', name_key: 'é', assets: 3 },
  ])
  const tagged = `SELECT a.id FROM asset_tags m JOIN assets a ON a.seq = m.asset_seq
    WHERE m.tag_id = (SELECT id FROM tags WHERE name = 'É') ORDER BY a.id`
  expect(database.all(tagged).map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})

it('gives collections that differ only in case the lowest free numbers, without merging them', async () => {
  const long = 'x'.repeat(60)
  const database = await updatedLibrary((old) => {
    const all = ['Été', 'ÉTÉ', 'été (2)', 'éTÉ', 'Other', `É${long}`, `é${long}`, `Ü${long}`]
    for (const name of all) old.run('INSERT INTO collections (id, name, created_at) VALUES (?1, ?1, 1)', name)
  })
  expect(names(database, 'collections')).toEqual([
    'Été',
    'ÉTÉ (3)',
    'été (2)',
    'éTÉ (4)',
    'Other',
    `É${long}`,
    `é${long.slice(0, 49)} (2)`,
    `Ü${long}`,
  ])
  expect(database.get("SELECT id FROM collections WHERE name_key = name_key('ÉTÉ (4)')")).toEqual({
    id: 'éTÉ',
  })
})

it('numbers saved searches, presets within a task, and snippets', async () => {
  const database = await updatedLibrary((old) => {
    for (const [id, name, operation] of [
      ['1', 'Ä', 'txt2img'],
      ['2', 'ä', 'txt2img'],
      ['3', 'ä', 'upscale'],
    ] as const) {
      old.run("INSERT INTO presets VALUES (?, ?, ?, NULL, NULL, '{}', NULL)", id, name, operation)
      if (operation === 'upscale') continue
      old.run("INSERT INTO saved_searches VALUES (?, ?, '{}', '{}')", id, name)
      old.run("INSERT INTO snippets VALUES (?, ?, 'text')", id, name)
    }
  })
  expect(names(database, 'presets')).toEqual(['Ä', 'ä (2)', 'ä'])
  expect(names(database, 'saved_searches')).toEqual(['Ä', 'ä (2)'])
  expect(names(database, 'snippets')).toEqual(['Ä', 'ä 2'])
})

it('names are found by an index', async () => {
  const database = await updatedLibrary(() => {})
  for (const table of ['tags', 'collections', 'saved_searches', 'snippets']) {
    const plan = database.all(
      `EXPLAIN QUERY PLAN SELECT rowid FROM ${table} WHERE name_key = name_key(?)`,
      'x',
    )
    expect(plan.map(({ detail }) => String(detail)).join()).toMatch(`INDEX ${table}_by_name`)
  }
})
