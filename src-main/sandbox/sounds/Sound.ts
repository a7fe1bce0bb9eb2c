/** Finished sound: samples from -1 to 1, one array a channel. */
export interface Sound {
  /** Samples a second. */
  rate: number
  channels: Float32Array[]
}
