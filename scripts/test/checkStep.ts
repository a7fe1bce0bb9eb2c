import type { StepResult } from './StepResult.ts'
import { runCommand } from './runCommand.ts'

/** A step that either holds or not: counts as one. */
export const checkStep = async (name: string, script: string, args: string[]): Promise<StepResult> => {
  const { code, output, seconds } = await runCommand(process.execPath, [script, ...args])
  const held = code === 0
  return { name, passed: held ? 1 : 0, failed: held ? 0 : 1, skipped: 0, seconds, output }
}
