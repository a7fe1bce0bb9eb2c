/** Encoded pictures of a clip: VP8 key frames, each good by itself. */
export interface VideoTrack {
  width: number
  height: number
  /** Pictures per second, a whole number. */
  fps: number
  frames: Uint8Array[]
}

/** Encoded sound of a clip: whole MP3 frames. */
export interface SoundTrack {
  sampleRate: number
  channels: number
  /** Samples in each frame: 1152, or 576 at low rates. */
  frameSize: number
  frames: Uint8Array[]
}
