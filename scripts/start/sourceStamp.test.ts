import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { sourceStamp } from './sourceStamp.ts'
import { temporaryFolder } from '../../src-main/studio/testing/temporaryFolder.ts'

let project: string
const write = (file: string, text: string) => writeFileSync(join(project, file), text)

describe('sourceStamp', () => {
  beforeEach(() => {
    project = temporaryFolder()
    for (const folder of [
      'src-main/deep',
      'src-preload',
      'src-renderer',
      'scripts/build',
      'scripts/test',
      'resources/licenses',
      'docs',
    ]) {
      mkdirSync(join(project, folder), { recursive: true })
    }
    for (const file of [
      'docs/guide.md',
      'electron.vite.config.ts',
      'package-lock.json',
      'scripts/test/readJson.ts',
      'tsconfig.json',
    ])
      write(file, '')
    write('src-main/deep/a.ts', 'one')
  })

  it.each<[string, () => void]>([
    ['a file changes', () => write('src-main/deep/a.ts', 'two')],
    ['a file is added', () => write('src-renderer/b.css', '')],
    ['a file is removed', () => rmSync(join(project, 'src-main/deep/a.ts'))],
    ['the build itself changes', () => write('scripts/build/plugin.ts', 'new')],
    ['a script that the build imports changes', () => write('scripts/test/readJson.ts', 'new')],
    ['the guide changes', () => write('docs/guide.md', '## New')],
    ['other packages are locked', () => write('package-lock.json', '{}')],
  ])('changes when %s', (_what, change) => {
    const before = sourceStamp(project)
    change()
    expect(sourceStamp(project)).not.toBe(before)
  })

  it.each<[string, () => void]>([
    ['a file is only touched', () => utimesSync(join(project, 'src-main/deep/a.ts'), 1, 1)],
    ['a test changes', () => write('src-main/deep/a.test.ts', 'it')],
  ])('stays the same when %s', (_what, change) => {
    const before = sourceStamp(project)
    change()
    expect(sourceStamp(project)).toBe(before)
  })
})
