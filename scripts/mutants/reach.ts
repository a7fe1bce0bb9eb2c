import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'

/* Setup file of Vitest: records which functions of the files to mutate each test file calls in the first run, which has no mutants. */
const folder = process.env['EASEL_REACH_FOLDER']
if (folder !== undefined) {
  const reached = new Set<string>()
  Object.assign(globalThis, { recordCall: (location: string) => void reached.add(location) })
  afterAll(() => {
    const coverage = { test: expect.getState().testPath, reached: [...reached] }
    writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(coverage))
  })
}
