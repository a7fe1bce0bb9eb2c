import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { readJson } from './readJson.ts'
import { projectFolder } from './projectFolder.ts'
import { selectSlowest, type StepResult } from './StepResult.ts'
import { runCommand } from './runCommand.ts'
import type { Session } from './session.ts'
import { findTool } from './findTool.ts'

const reportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  /** Times in milliseconds. */
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      /** Why the file failed before its tests, or empty. */
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
})

/** Runs the Vitest projects whose name matches a pattern with `*`, and counts their tests. */
export const vitestStep = async (project: string, session?: Session): Promise<StepResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'easel-vitest-'))
  const report = join(folder, 'report.json')
  const args = [findTool('vitest'), 'run', '--project', project]
  // Integration tests spend about half of their time waiting for other processes.
  if (project === 'integration') args.push('--maxWorkers', String(availableParallelism() + 1))
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const wrapped = session?.wrap(process.execPath, [...args, ...reporters])
  const { code, output, seconds } = wrapped
    ? await runCommand(wrapped.command, wrapped.args, { env: wrapped.env })
    : await runCommand(process.execPath, [...args, ...reporters])
  let counts: z.infer<typeof reportSchema> = {
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults: [],
  }
  try {
    counts = readJson(report, reportSchema)
  } catch {
    // Without a report, the run itself failed; its exit code is checked below.
  }
  rmSync(folder, { recursive: true, force: true })
  const failed = counts.numFailedTests === 0 && code !== 0 ? 1 : counts.numFailedTests
  const skipped = counts.numPendingTests + counts.numTodoTests
  const slowest = selectSlowest(
    counts.testResults.map(({ name, startTime, endTime }) => ({
      name: relative(projectFolder, name),
      seconds: (endTime - startTime) / 1000,
    })),
  )
  const failures = counts.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(projectFolder, name)
    const failedTests = assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        name: `${file}: ${fullName}`,
        message: failureMessages?.[0] ?? '',
      }))
    return failedTests.length === 0 && message !== '' ? [{ name: file, message }] : failedTests
  })
  return {
    name: project.replace('*', ''),
    passed: counts.numPassedTests,
    failed,
    skipped,
    seconds,
    slowest,
    output,
    failures,
  }
}
