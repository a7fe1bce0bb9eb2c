/** Result of one step. Each check and each test counts as one. */
export interface StepResult {
  name: string
  passed: number
  failed: number
  skipped: number
  /** Wall-clock time. */
  seconds: number
  /** Shown if something failed. */
  output: string
}
