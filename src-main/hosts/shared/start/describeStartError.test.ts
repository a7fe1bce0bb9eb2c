import { makeProblem } from '../../../../src-preload/testing/makeProblem.ts'
import { problemSchema } from '../../../../src-preload/contract/types/problem.ts'
import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import { describe, expect, it } from 'vitest'
import { StudioError } from '../../../../src-preload/shared/StudioError.ts'
import { describeMoveError, describeStartError } from './describeStartError.ts'

const problem = (code: ProblemCode, params?: Record<string, string | number>) =>
  new StudioError(makeProblem(code, { params }))
const system = (code: string) => Object.assign(new Error(`${code}: no`), { code })

describe('describeStartError', () => {
  it.each([
    [problem('library_in_use'), 'Another copy of Easel'],
    [problem('library_missing'), 'There’s no library'],
    [problem('library_unfinished'), 'isn’t complete'],
    [problem('database_newer'), 'A newer version of Easel'],
    [problem('disk_full'), 'is full'],
    [
      problem('update_needs_room', { needed: 3_650_000_000, free: 120_000_000 }),
      'Easel needs 3.7 GB, and 0.1 GB is free',
    ],
    [problem('database_update_failed'), 'couldn’t update the library'],
    [problem('sqlite_too_old', { found: '3.51.2', wanted: '3.51.3' }), 'SQLite 3.51.2'],
    [problem('disk_failed', { cause: 'EROFS' }), 'isn’t writable'],
    [problem('disk_failed', { cause: 'attempt to write a readonly database' }), 'isn’t writable'],
    [problem('disk_failed', { cause: 'ENOTDIR' }), 'a file where the folder should be'],
    [problem('disk_failed', { cause: 'EIO' }), 'couldn’t be read or written'],
    [problem('disk_failed', { cause: 'disk I/O error' }), 'couldn’t be read or written'],
    [new StudioError(problemSchema.parse({ code: 'something_new', money: 'none' })), 'logs/easel.log'],
    [system('EACCES'), 'isn’t writable'],
    [system('ENOTDIR'), 'a file where the folder should be'],
    [new Error('odd'), 'odd'],
    ['odd', 'odd'],
  ])('describes %s with the folder and the remedy', (error, text) => {
    const sentence = describeStartError(error, '/home/ada/easel')
    expect(sentence).toContain(text)
    expect(sentence).toContain('/home/ada/easel')
    expect(sentence).not.toContain('\n')
    expect(sentence).not.toMatch(/\bE[A-Z]{2,}\b|_/)
  })
})

describe('describeMoveError', () => {
  it.each([
    [system('ENOSPC'), 'The disk of the new folder is full'],
    [problem('library_missing'), 'The new folder wasn’t found'],
    [system('EACCES'), 'isn’t writable'],
  ])('describes %s and says that nothing was lost', (error, text) => {
    expect(describeMoveError(error)).toContain(text)
    expect(describeMoveError(error)).toContain('Nothing was lost')
  })
})
