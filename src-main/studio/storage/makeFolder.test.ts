import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporaryFolder.ts'
import { makeFolder } from './makeFolder.ts'

test('makes every missing level for this user alone, and again without complaint', () => {
  const folder = join(temporaryFolder(), 'a', 'b', 'c')
  makeFolder(folder)
  makeFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('says so where a file stands in the way', () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(join(file, 'below'))).toThrow(/ENOTDIR|EEXIST/)
})

test.runIf(process.platform === 'linux')('ends with an error where no folder can ever be made', () => {
  expect(() => makeFolder('/proc/nope/easel')).toThrow(/ENOENT|EACCES|EPERM/)
})
