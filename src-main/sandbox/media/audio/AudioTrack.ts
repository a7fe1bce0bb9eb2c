/** The encoded audio of a video: complete MP3 frames. */
export interface AudioTrack {
  sampleRate: number
  channels: number
  /** 1152, or 576 at sample rates of 24 kHz and less. */
  samplesPerFrame: number
  frames: Uint8Array[]
}
