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
}

const LISTED = 10

/** The longest of all timed parts of a step. */
export const slowestOf = (timed: { name: string; seconds: number }[]) =>
  timed.toSorted((a, b) => b.seconds - a.seconds).slice(0, LISTED)
