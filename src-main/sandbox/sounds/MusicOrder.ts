/** What decides made-up music: the same order gives the same sound. */
export interface MusicOrder {
  caption: string
  /** Empty or `[Instrumental]` for none. */
  lyrics: string
  seconds: number
  /** Beats a minute; null leaves it to the caption. */
  bpm: number | null
  /** Such as `C minor`; null leaves it to the caption. */
  key: string | null
  /** Beats in a bar. */
  meter: number
  seed: number
  /** Stands for everything else that shapes it: model, reference, language. */
  style: string
}
