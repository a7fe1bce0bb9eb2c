/**
 * How far the update of an existing library is. `check`: its file was not closed in order and is read through. `backup`:
 * `percent` of it is copied. `step`: `step` of `steps` is running, counted from 1; both are 0 before they are known.
 */
export interface LibraryUpdate {
  stage: 'check' | 'backup' | 'step'
  step: number
  steps: number
  /** 0 to 100. */
  percent: number
}
