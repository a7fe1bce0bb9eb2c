import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'

/*
 * Setup file of Vitest. In the first run, which has no mutants, it records for each test file which functions it calls in the files under
 * mutation.
 */
const folder = process.env['EASEL_REACH_FOLDER']
if (folder !== undefined) {
  const reached = new Set<string>()
  Object.assign(globalThis, { recordCall: (location: string) => void reached.add(location) })
  afterAll(() => {
    const coverage = { test: expect.getState().testPath, reached: [...reached] }
    writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(coverage))
  })
}
