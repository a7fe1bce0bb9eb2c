/** What decides a made-up landscape: the same order gives the same picture, to the byte. */
export interface LandscapeOrder {
  prompt: string
  seed: number
  /** Stands for everything else that shapes a picture: model, negative prompt, LoRAs. */
  style: number
  width: number
  height: number
}

/** Finished pixels, RGBA, row by row. */
export interface Picture {
  width: number
  height: number
  pixels: Uint8ClampedArray<ArrayBuffer>
}
