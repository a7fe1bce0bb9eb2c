import { expect, it } from 'vitest'
import { databaseWorld } from '../../testing/worlds/databaseWorld.ts'
import { migrations } from './index.ts'

it('lists the audio, the videos and the user’s photos of an older library to be measured again', async () => {
  const { open } = databaseWorld()
  const old = open(migrations.slice(0, 28))
  for (const [id, kind, format] of [
    ['song', 'audio', 'mp3'],
    ['clip', 'video', 'mp4'],
    ['photo', 'image', 'jpg'],
    ['drawing', 'image', 'gif'],
    ['note', 'text', 'txt'],
  ])
    old.database.run(
      `INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at)
         VALUES (?1, 'input', ?2, 'x/y', ?3, ?1, 1, 'x', 1)`,
      id ?? '',
      kind ?? '',
      format ?? '',
    )
  await old.close()
  const { database } = open()
  const listed = database.all('SELECT id FROM unmeasured_files JOIN assets ON seq = asset_seq ORDER BY seq')
  expect(listed.map(({ id }) => id)).toEqual(['song', 'clip', 'photo'])
})
