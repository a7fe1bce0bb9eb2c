/** What one step came to. A check counts as one, a test as one. */
export interface StepResult {
  name: string
  passed: number
  failed: number
  skipped: number
  /** Wall-clock time. */
  seconds: number
  /** What to show when something failed. */
  output: string
}
