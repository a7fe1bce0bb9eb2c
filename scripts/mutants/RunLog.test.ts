import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../src-main/studio/testing/temporaryFolder.ts'
import { RunLog } from './RunLog.ts'

const mutant = { file: 'src-main/a.ts', start: 0, end: 1, text: 'b', kind: 'text', within: -1 }

/** A project with a source file, and an interrupted run in it that has one result. */
function interruptedRun() {
  const project = temporaryFolder()
  const write = (file: string, text: string) => writeFileSync(join(project, file), text)
  mkdirSync(join(project, 'src-main'))
  write('src-main/a.ts', 'a')
  write('src-main/a.test.ts', 'one')
  const resume = () => {
    const log = new RunLog(project, 'run')
    onTestFinished(() => log.remove())
    return log
  }
  resume().add(mutant, null, 3)
  return { write, resume }
}

test('an interrupted run continues with its results', () => {
  const { resume } = interruptedRun()
  expect(resume().find(mutant)).toMatchObject({ killer: null, tests: 3 })
})

test.each([
  ['a source file has changed', 'src-main/a.ts'],
  ['a test has changed', 'src-main/a.test.ts'],
  ['a test was added', 'src-main/b.test.ts'],
])('a run starts again if %s', (_what, file) => {
  const { write, resume } = interruptedRun()
  write(file, 'new')
  expect(resume().has(mutant)).toBe(false)
})
