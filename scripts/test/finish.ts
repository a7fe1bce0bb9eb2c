import type { StepResult } from './StepResult.ts'

/** Prints the totals in one line and sets the exit code. */
export const finish = (steps: StepResult[]): void => {
  const sum = (key: 'passed' | 'failed' | 'skipped') => steps.reduce((total, step) => total + step[key], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
  process.exitCode = sum('failed') > 0 ? 1 : 0
}
