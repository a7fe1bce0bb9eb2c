import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../studio/testing/temporaryFolder.ts'
import { openStudio } from './openStudio.ts'
import { resolveFilePaths } from './start/resolveFilePaths.ts'

const MAIN = new URL('../browser/main.ts', import.meta.url).href

it('logs once why a library could not be opened, and nothing when it is closed', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'easel.db'))
  const { studio, close } = openStudio(resolveFilePaths(MAIN), folder, null)
  await expect(studio).rejects.toThrow('EISDIR')
  await close()
  const lines = readFileSync(join(folder, 'logs', 'easel.log'), 'utf8')
    .trim()
    .split('\n')
  expect(lines).toEqual([expect.stringContaining('error The library could not be opened')])
})
