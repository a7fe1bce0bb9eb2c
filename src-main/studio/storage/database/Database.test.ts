import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { Database } from './Database.ts'

test('waits for the disk on commit: with full synchronous, and on macOS with a full flush of log and file', () => {
  const database = new Database(join(temporaryFolder(), 'easel.db'))
  onTestFinished(() => database.close())
  const pragma = (name: string) => Object.values(database.get(`PRAGMA ${name}`) ?? {})[0]
  expect(['journal_mode', 'synchronous', 'fullfsync', 'checkpoint_fullfsync'].map(pragma)).toEqual([
    'wal',
    2,
    1,
    1,
  ])
})

test.each(['before it starts', 'while its last pages are copied'])(
  'a backup that is aborted %s rejects',
  async (when) => {
    const folder = temporaryFolder()
    const database = new Database(join(folder, 'easel.db'))
    onTestFinished(() => database.close())
    database.exec('CREATE TABLE one (id)')
    const controller = new AbortController()
    if (when === 'before it starts') controller.abort()
    const copy = database.backupTo(join(folder, 'copy.db'), controller.signal)
    controller.abort()
    await expect(copy).rejects.toThrow('aborted')
  },
)
