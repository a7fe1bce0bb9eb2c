/** Result of one step. Each check and each test counts as one. */
export interface StepResult {
  name: string
  passed: number
  failed: number
  skipped: number
  /** Wall-clock time. */
  seconds: number
  /** Wall-clock time of the files or tests that took longest, longest first. */
  slowest?: { name: string; seconds: number }[]
  /** Shown if something failed. */
  output: string
  /** The failed tests with their first messages, repeated at the end of the run, where a shortened log still shows them. */
  failures?: { name: string; message: string }[]
}

const LISTED = 10

/** The timed parts of a step that took longest. */
export const selectSlowest = (timed: { name: string; seconds: number }[]) =>
  timed.toSorted((a, b) => b.seconds - a.seconds).slice(0, LISTED)

/** Lines of a failed test's message that are repeated at the end of the run. */
const MESSAGE_LINES = 6
/** Lines from the end of a step's output that are repeated if it failed without a failed test, for example in a crash. */
const OUTPUT_LINES = 20

/** Prints the failures again, the totals in one line, and sets the exit code. */
export const printTotals = (steps: StepResult[]): void => {
  const sum = (key: 'passed' | 'failed' | 'skipped') => steps.reduce((total, step) => total + step[key], 0)
  for (const { name, failed, output, failures = [] } of steps) {
    if (failed === 0) continue
    console.log(`✗ ${name}: ${failed} failed`)
    if (failures.length === 0) console.log(output.trimEnd().split('\n').slice(-OUTPUT_LINES).join('\n'))
    for (const failure of failures)
      console.log([`  ${failure.name}`, ...failure.message.split('\n', MESSAGE_LINES)].join('\n    '))
  }
  console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`)
  process.exitCode = sum('failed') > 0 ? 1 : 0
}

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
