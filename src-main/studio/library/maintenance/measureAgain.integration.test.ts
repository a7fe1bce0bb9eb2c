import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mp3Of } from '../../testing/media/audioVideo.ts'
import { orientedImage } from '../../testing/media/orientations.ts'
import { memoryLog } from '../../testing/memoryLog.ts'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { databaseWorld } from '../../testing/worlds/databaseWorld.ts'
import { measureAgain } from './measureAgain.ts'

it('corrects wrong sizes and durations, and lets thumbnails of rotated photos be rendered once more', async () => {
  const { database } = databaseWorld().open()
  const folder = temporaryFolder()
  const add = (id: string, kind: string, format: string, bytes: Buffer | null) => {
    if (bytes) writeFileSync(join(folder, id), bytes)
    database.run(
      `INSERT INTO assets (id, role, kind, mime, format, path, bytes, sha256, created_at, has_thumb, width, height, duration_ms)
         VALUES (?1, 'input', ?2, 'x/y', ?3, ?1, 1, 'x', 1, 1, 64, 96, 999)`,
      id,
      kind,
      format,
    )
    database.run('INSERT INTO unmeasured_files SELECT seq FROM assets WHERE id = ?', id)
  }
  add('photo', 'image', 'jpg', await orientedImage('jpeg', 6))
  add('song', 'audio', 'mp3', mp3Of(50))
  add('gone', 'audio', 'mp3', null)
  const dependencies = { database, findPath: (id: string) => join(folder, id), log: memoryLog() }
  expect(await measureAgain(dependencies, () => false)).toBe(2)
  const rows = database.all('SELECT id, width, height, duration_ms, has_thumb FROM assets ORDER BY seq')
  expect(rows).toEqual([
    { id: 'photo', width: 192, height: 128, duration_ms: null, has_thumb: 0 },
    { id: 'song', width: null, height: null, duration_ms: 1306, has_thumb: 1 },
    { id: 'gone', width: 64, height: 96, duration_ms: 999, has_thumb: 1 },
  ])
  writeFileSync(join(folder, 'gone'), mp3Of(100))
  expect(await measureAgain(dependencies, () => false)).toBe(1)
  expect(database.all('SELECT * FROM unmeasured_files')).toEqual([])
  rmSync(folder, { recursive: true })
})
