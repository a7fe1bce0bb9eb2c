import type { StepResult } from './StepResult.ts'

/** Prints one line per step and its slowest parts, after the output of a failed one. */
export const printStep = (step: StepResult): void => {
  if (step.failed > 0 && step.output !== '') console.log(`\n── ${step.name}\n${step.output.trimEnd()}\n`)
  const mark = step.failed > 0 ? '✗' : step.passed > 0 ? '✓' : '–'
  const counts = [`${step.passed} passed`]
  if (step.failed > 0) counts.push(`${step.failed} failed`)
  if (step.skipped > 0) counts.push(`${step.skipped} skipped`)
  console.log(
    `${mark} ${step.name.padEnd(22)} ${step.seconds.toFixed(1).padStart(6)} s  ${counts.join(', ')}`,
  )
  for (const { name, seconds } of step.slowest ?? [])
    console.log(`  ${' '.repeat(22)} ${seconds.toFixed(1).padStart(6)} s  ${name}`)
}
