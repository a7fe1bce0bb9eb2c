import { payload } from '../bench/payload.ts'
import { ensureBuilt } from '../ensureBuilt.ts'
import type { StepResult } from './StepResult.ts'

/** Builds Easel if the sources have changed, and checks the size of what the window loads first. */
export const buildStep = async (): Promise<StepResult> => {
  const startedAt = performance.now()
  const errors = await buildAndMeasure().catch((error: unknown) => [String(error)])
  return {
    name: 'build',
    passed: errors.length === 0 ? 1 : 0,
    failed: errors.length,
    skipped: 0,
    seconds: (performance.now() - startedAt) / 1000,
    output: errors.join('\n'),
  }
}

async function buildAndMeasure(): Promise<string[]> {
  await ensureBuilt(() => {})
  const rows = await payload()
  return rows
    .filter(({ holds }) => !holds)
    .map(({ name, value, unit, goal }) => `The ${name} is ${value} ${unit}, over the limit of ${goal}.`)
}
