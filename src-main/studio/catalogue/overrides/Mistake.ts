/** Something wrong in the settings file. */
export interface Mistake {
  /** Keys from the root to it. */
  path: readonly string[]
  words: string
  /** Where it is not that of the path. */
  line?: number
}
