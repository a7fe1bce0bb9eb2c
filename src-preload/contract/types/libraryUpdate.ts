/**
 * The progress of the update of a library. `check`: its file was not closed properly and is checked. `backup`:
 * `percent` of it is copied. `step`: `step` of `steps` is running, from 1; both are 0 until known.
 */
export interface LibraryUpdate {
  stage: 'check' | 'backup' | 'step'
  step: number
  steps: number
  /** 0 to 100. */
  percent: number
}
