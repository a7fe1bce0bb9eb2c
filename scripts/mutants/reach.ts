import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'

/* Records which functions of the mutated files each test file calls in the first run. */
const folder = process.env['EASEL_REACH_FOLDER']
if (folder !== undefined) {
  const reached = new Set<string>()
  Object.assign(globalThis, { recordCall: (location: string) => void reached.add(location) })
  afterAll(() => {
    const facts = { test: expect.getState().testPath, reached: [...reached] }
    writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(facts))
  })
}
