import { expect, it } from 'vitest'
import { databaseWorld } from '../../testing/worlds/databaseWorld.ts'
import { migrations } from './index.ts'

/** The snippets of a library that had this setting before it was updated, without their ids. */
async function carryOver(setting: string) {
  const { open } = databaseWorld()
  const old = open(migrations.slice(0, 22))
  old.database.run("INSERT INTO settings VALUES ('theme', '\"dark\"'), ('snippets', ?)", setting)
  await old.close()
  const { database } = open()
  expect(database.all('SELECT name FROM settings')).toEqual([{ name: 'theme' }])
  const rows = database.all('SELECT id, name, text FROM snippets ORDER BY rowid')
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  return rows.map(({ name, text }) => ({ name, text }))
}

it('carries the snippets of the settings over, in their order', async () => {
  const snippets = [
    { name: 'style', text: 'oil painting' },
    { name: 'wild animal', text: '# wild\nfox\n“owl”' },
    { name: 'Ärger', text: 'a "quoted" text' },
  ]
  expect(await carryOver(JSON.stringify(snippets))).toEqual(snippets)
})

it('carries over what can be read of a damaged setting', async () => {
  const style = { name: 'style', text: 'oil' }
  expect(
    await carryOver(
      JSON.stringify([
        style,
        'text',
        null,
        { name: 7, text: 'a' },
        { name: 'a' },
        { ...style, name: 'STYLE' },
      ]),
    ),
  ).toEqual([style])
})

it.each(['', 'not json', '7', 'null', '"text"', '{"name":"a","text":"b"}'])(
  'updates a library whose setting is %j, without snippets',
  async (setting) => expect(await carryOver(setting)).toEqual([]),
)
