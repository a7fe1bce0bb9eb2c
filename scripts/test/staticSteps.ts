import { checkStep } from './checkStep.ts'
import { rulesStep } from './rulesStep.ts'
import { printStep } from './printStep.ts'
import type { StepResult } from './StepResult.ts'
import { tool } from './tool.ts'

/** Format, lint, types, dead code and the project rules, two at a time. */
export const staticSteps = async (): Promise<StepResult[]> => {
  const waiting: (() => Promise<StepResult>)[] = [
    () => checkStep('lint', tool('oxlint'), ['--type-aware', '--quiet']),
    () => checkStep('format', tool('prettier'), ['--check', '--log-level', 'warn', '.']),
    () => checkStep('types', tool('typescript', 'tsc'), ['--noEmit']),
    () => checkStep('dead code', tool('knip'), ['--no-progress']),
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
