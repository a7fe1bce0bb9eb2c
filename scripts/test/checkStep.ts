import type { StepResult } from './StepResult.ts'
import { runCommand } from './runCommand.ts'

/** Runs a script as one check that passes or fails. */
export const checkStep = async (name: string, script: string, args: string[]): Promise<StepResult> => {
  const { code, output, seconds } = await runCommand(process.execPath, [script, ...args])
  const isPassed = code === 0
  return { name, passed: isPassed ? 1 : 0, failed: isPassed ? 0 : 1, skipped: 0, seconds, output }
}
