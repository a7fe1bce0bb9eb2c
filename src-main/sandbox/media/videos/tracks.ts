import type { RgbaImage } from '../images/RgbaImage.ts'

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
  /** 1152, or 576 at sample rates of 24 kHz and less. */
  samplesPerFrame: number
  frames: Uint8Array[]
}

/** Decoded frames of a video, generated one at a time. */
export interface FrameSource {
  width: number
  height: number
  /** An integer. */
  fps: number
  count: number
  /** The frame at an index from 0. Called in ascending order. */
  frame: (index: number) => Promise<RgbaImage>
}
