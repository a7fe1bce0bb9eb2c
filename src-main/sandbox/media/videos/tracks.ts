/** The encoded frames of a video: VP8 key frames, each decodable without the others. */
export interface VideoTrack {
  width: number
  height: number
  /** Frames per second, an integer. */
  fps: number
  frames: Uint8Array[]
}

/** The encoded audio of a video: complete MP3 frames. */
export interface AudioTrack {
  sampleRate: number
  channels: number
  /** Samples in each frame: 1152, or 576 at low rates. */
  frameSize: number
  frames: Uint8Array[]
}
