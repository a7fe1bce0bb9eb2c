import { rulesStep } from './rulesStep.ts'
import { printStep, type StepResult } from './StepResult.ts'
import { findTool } from './findTool.ts'
import { runCommand } from './runCommand.ts'

/**
 * Checks format, lint, types, dead code and the project rules, two at a time. The type-aware linter also reports
 * compiler errors.
 */
export const staticSteps = async (): Promise<StepResult[]> => {
  const waiting: (() => Promise<StepResult>)[] = [
    () => runCheck('lint and types', findTool('oxlint'), ['--type-aware', '--type-check', '--quiet']),
    () => runCheck('format', findTool('oxfmt'), ['--check']),
    () => runCheck('dead code', findTool('knip'), ['--no-progress']),
    rulesStep,
  ]
  const results: StepResult[] = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const step = await next()
      printStep(step)
      results.push(step)
    }
  }
  await Promise.all([work(), work()])
  return results
}

/** Runs a script as one check that passes or fails. */
const runCheck = async (name: string, script: string, args: string[]): Promise<StepResult> => {
  const { code, output, seconds } = await runCommand(process.execPath, [script, ...args])
  const isPassed = code === 0
  return { name, passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0, seconds, output }
}
