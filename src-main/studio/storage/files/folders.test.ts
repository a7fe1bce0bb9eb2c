import { statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporaryFolder.ts'
import { makeFolder, prepareLibraryPaths } from './folders.ts'
import { isOwnName } from './libraryFolder.ts'

test('creates every missing level for the current user only, and accepts existing ones', () => {
  const folder = join(temporaryFolder(), 'a', 'b', 'c')
  makeFolder(folder)
  makeFolder(folder)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('throws if there is a file instead of a folder', () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(join(file, 'below'))).toThrow(/ENOTDIR|EEXIST/)
})

test.runIf(process.platform === 'linux')('ends with an error where no folder can ever be made', () => {
  expect(() => makeFolder('/proc/nope/easel')).toThrow(/ENOENT|EACCES|EPERM/)
})

test('everything in a data folder moves with its library', () => {
  const dataFolder = temporaryFolder()
  const names = Object.values(prepareLibraryPaths(dataFolder))
    .filter((path) => dirname(path) === dataFolder)
    .map((path) => basename(path))
  expect(names).toContain('unfinished-imports')
  expect(names.filter((name) => !isOwnName(name))).toEqual([])
})
