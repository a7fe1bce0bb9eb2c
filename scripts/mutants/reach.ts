import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'

/* Notes in each test file of the first run which functions of the mutated files it calls. */
const folder = process.env['EASEL_REACH_FOLDER']
if (folder !== undefined) {
  const reached = new Set<string>()
  Object.assign(globalThis, { noteReached: (place: string) => void reached.add(place) })
  afterAll(() => {
    const facts = { test: expect.getState().testPath, reached: [...reached] }
    writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(facts))
  })
}
