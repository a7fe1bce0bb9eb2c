import { createHash } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { memoryLog } from '../../testing/memoryLog.ts'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'
import { checkFiles } from './checkFiles.ts'
import { MaintenanceRun } from './MaintenanceRun.ts'

it('keeps a file recorded as present if it is restored during the check', async () => {
  const { library, database, addJobWithResult, page, places: paths } = libraryWorld()
  // The recorded hashes in this world don't match the files.
  const [restored, changed] = ['a', 'b'].map((name) => addJobWithResult(name, name).id)
  const { fileProblems } = library
  const run = new MaintenanceRun({
    kind: 'check',
    target: null,
    requireSource: () => {},
    onChange: () => {
      if (run.status.filesDone === 1) fileProblems.record(restored ?? '', 'present')
    },
  })
  await run.run(() => checkFiles(run, { database, paths, fileProblems }), memoryLog())
  expect(run.status).toMatchObject({ state: 'done', problemCount: 2 })
  const { tiles } = await page({ conditions: [{ field: 'file', is: true, values: ['changed'] }] })
  expect(tiles.map(({ id }) => id)).toEqual([changed])
})

it('compares a file again that is replaced while it is read', async () => {
  const { library, database, addJobWithResult, places: paths } = libraryWorld()
  const { id } = addJobWithResult('a')
  const restored = Buffer.alloc(100, 1)
  const sha256 = createHash('sha256').update(restored).digest('hex')
  database.run('UPDATE assets SET sha256 = ? WHERE id = ?', sha256, id)
  const run = new MaintenanceRun({
    kind: 'check',
    target: null,
    requireSource: () => {},
    onChange: () => {
      if (run.status.bytesDone === 0 || run.status.filesDone > 0) return
      writeFileSync(join(paths.library, 'restored.part'), restored)
      renameSync(join(paths.library, 'restored.part'), join(paths.library, '2026/01/a.png'))
    },
  })
  await run.run(() => checkFiles(run, { database, paths, fileProblems: library.fileProblems }), memoryLog())
  expect(run.status).toMatchObject({ state: 'done', problemCount: 0, filesDone: 1 })
})
