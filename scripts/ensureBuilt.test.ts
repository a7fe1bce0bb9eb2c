import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../src-main/studio/testing/temporaryFolder.ts'
import { mainEntries } from './build/mainEntries.ts'
import { isBuilt } from './ensureBuilt.ts'

const names = Object.keys(mainEntries).map((name) => `main/${name}.js`)

test.each([...names, 'preload/electron.cjs', 'renderer/index.html'])(
  'Easel without %s is not built',
  (missing) => {
    const out = temporaryFolder()
    for (const folder of ['main', 'preload', 'renderer']) mkdirSync(join(out, folder))
    for (const file of [...names, 'preload/electron.cjs', 'renderer/index.html'])
      writeFileSync(join(out, file), '')
    writeFileSync(join(out, '.stamp'), 'now')
    expect(isBuilt(out, 'now')).toBe(true)
    expect(isBuilt(out, 'later')).toBe(false)
    rmSync(join(out, missing))
    expect(isBuilt(out, 'now')).toBe(false)
  },
)
