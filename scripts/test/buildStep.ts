import { ensureBuilt } from '../ensureBuilt.ts'
import type { StepResult } from './StepResult.ts'

/** Builds if the sources have changed; counts as one check. */
export const buildStep = async (): Promise<StepResult> => {
  const startedAt = performance.now()
  const output = await ensureBuilt(() => {}).then(
    () => null,
    (error: unknown) => String(error),
  )
  const seconds = (performance.now() - startedAt) / 1000
  const isPassed = output === null
  return {
    name: 'build',
    passed: isPassed ? 1 : 0,
    failed: isPassed ? 0 : 1,
    skipped: 0,
    seconds,
    output: output ?? '',
  }
}
