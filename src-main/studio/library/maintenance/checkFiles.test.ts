import { expect, it } from 'vitest'
import { memoryLog } from '../../testing/memoryLog.ts'
import { libraryWorld } from '../../testing/worlds/libraryWorld.ts'
import { checkFiles } from './checkFiles.ts'
import { MaintenanceRun } from './MaintenanceRun.ts'

it('a file that is restored while a check goes on isn’t recorded as changed afterwards', async () => {
  const { library, database, addJobWithResult, page, places: paths } = libraryWorld()
  // The files of this library don't have their hash.
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
