import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useIsUnmounted } from '../../../lib/useIsUnmounted.ts'

export type Recording =
  | { state: 'idle' }
  /** The browser asks the user for permission. */
  | { state: 'asking' }
  /** `startedAt`: by `performance.now()`, in ms. */
  | { state: 'recording'; startedAt: number }
  | { state: 'done'; audio: AudioBuffer }
  | { state: 'failed'; reason: MicrophoneProblem | 'failed' }

/** Records audio for at most `maxMs` milliseconds. Starting again replaces the last recording. */
export function useRecorder(maxMs: number) {
  const [recording, setRecording] = useState<Recording>({ state: 'idle' })
  const microphone = useRef<Microphone>(null)
  const isUnmounted = useIsUnmounted()
  useEffect(
    () => () => {
      microphone.current?.close()
      microphone.current = null
    },
    [],
  )

  const start = async () => {
    setRecording({ state: 'asking' })
    try {
      const opened = await Microphone.open()
      // The dialog may have been closed during the permission prompt.
      if (isUnmounted.current) return opened.close()
      microphone.current = opened
      opened.start()
      setRecording({ state: 'recording', startedAt: performance.now() })
    } catch (error) {
      microphone.current?.close()
      microphone.current = null
      setRecording({ state: 'failed', reason: microphoneProblem(error) })
    }
  }
  const stop = async () => {
    const opened = microphone.current
    microphone.current = null
    if (!opened) return
    try {
      const audio = await opened.stop()
      setRecording({ state: 'done', audio })
    } catch {
      opened.close()
      setRecording({ state: 'failed', reason: 'failed' })
    }
  }

  const isRecording = recording.state === 'recording'
  const stopNow = useEffectEvent(() => void stop())
  useEffect(() => {
    if (!isRecording) return
    const timer = setTimeout(() => stopNow(), maxMs)
    void microphone.current?.stopped.then(() => stopNow())
    return () => clearTimeout(timer)
  }, [isRecording, maxMs])

  return { recording, start, stop, level: () => microphone.current?.level() ?? 0 }
}

/** Errors of `getUserMedia` that the user can fix. */
type MicrophoneProblem = 'denied' | 'none' | 'busy'

const MICROPHONE_PROBLEMS: Record<string, MicrophoneProblem> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
}

const microphoneProblem = (error: unknown): MicrophoneProblem =>
  (error instanceof Error && MICROPHONE_PROBLEMS[error.name]) || 'busy'

/** A shorter recording may contain no audio, so that decoding it fails. */
const MIN_DECODABLE_MS = 500

/** An open microphone that records and measures the input level; must be closed to release the device. */
class Microphone {
  readonly #stream: MediaStream
  readonly #recorder: MediaRecorder
  readonly #context = new AudioContext()
  readonly #analyser: AnalyserNode
  readonly #samples: Float32Array<ArrayBuffer>
  readonly #parts: Blob[] = []
  /** Resolves when the recorder has stopped, which it also does by itself if the microphone is unplugged. */
  readonly stopped: Promise<unknown>
  #startedAt = 0

  private constructor(stream: MediaStream, recorder: MediaRecorder) {
    this.#stream = stream
    this.#recorder = recorder
    this.#recorder.addEventListener('dataavailable', ({ data }) => this.#parts.push(data))
    this.stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve, { once: true }))
    this.#analyser = this.#context.createAnalyser()
    this.#samples = new Float32Array(this.#analyser.fftSize)
    this.#context.createMediaStreamSource(stream).connect(this.#analyser)
  }

  /** Rejects with the browser's error; see `microphoneProblem`. */
  static async open(): Promise<Microphone> {
    const devices: MediaDevices | undefined = navigator.mediaDevices
    if (!devices) throw new DOMException('No microphone on an insecure page', 'SecurityError')
    const stream = await devices.getUserMedia({ audio: true, video: false })
    try {
      return new Microphone(stream, new MediaRecorder(stream))
    } catch (error) {
      stopTracks(stream)
      throw error
    }
  }

  start(): void {
    this.#recorder.start()
    this.#startedAt = performance.now()
  }

  /** Current input level, 0 to 1. */
  level(): number {
    this.#analyser.getFloatTimeDomainData(this.#samples)
    const power = this.#samples.reduce((sum, sample) => sum + sample * sample, 0) / this.#samples.length
    // Maps -50 dB (a quiet room) to 0 and 0 dB to 1.
    return Math.min(1, Math.max(0, 1 + (10 * Math.log10(power + 1e-12)) / 50))
  }

  /** Stops recording, closes the microphone and returns the decoded audio. */
  async stop(): Promise<AudioBuffer> {
    const recordedMs = performance.now() - this.#startedAt
    if (this.#recorder.state !== 'inactive') this.#recorder.stop()
    await this.stopped
    this.#release()
    const bytes = await new Blob(this.#parts).arrayBuffer()
    const { sampleRate } = this.#context
    const audio = await this.#context.decodeAudioData(bytes).catch((error: unknown) => {
      if (recordedMs < MIN_DECODABLE_MS) return new AudioBuffer({ length: 1, sampleRate })
      throw error
    })
    await this.#context.close()
    return audio
  }

  close(): void {
    this.#release()
    if (this.#context.state !== 'closed') void this.#context.close()
  }

  #release(): void {
    stopTracks(this.#stream)
  }
}

/** Releases the device. */
function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

/** Bit rate of the MP3, in kilobits per second: enough for speech. */
const KBPS = 128
/** Samples per MP3 frame. */
const FRAME_SAMPLES = 1152
/** The encoder adds up to two frames of delay and padding. */
const MAX_PADDING_SAMPLES = 2 * FRAME_SAMPLES

/**
 * Encodes audio as mono MP3 of at most `maxSeconds`, which every service accepts; the end of longer audio is cut off. The encoder is
 * large and loaded on demand.
 */
export async function encodeMp3(
  channels: readonly Float32Array[],
  sampleRate: number,
  maxSeconds = Infinity,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const { Mp3Encoder } = await import('@breezystack/lamejs')
  const encoder = new Mp3Encoder(1, sampleRate, KBPS)
  const maxSamples = Math.max(0, Math.floor(maxSeconds * sampleRate) - MAX_PADDING_SAMPLES)
  const samples = mixDown(channels).subarray(0, maxSamples)
  const parts: Uint8Array<ArrayBuffer>[] = []
  for (let index = 0; index < samples.length; index += FRAME_SAMPLES)
    parts.push(Uint8Array.from(encoder.encodeBuffer(samples.subarray(index, index + FRAME_SAMPLES))))
  parts.push(Uint8Array.from(encoder.flush()))
  return parts.filter((part) => part.length > 0)
}

function mixDown(channels: readonly Float32Array[]): Int16Array {
  const length = channels[0]?.length ?? 0
  return Int16Array.from({ length }, (_, index) => {
    const sum = channels.reduce((all, channel) => all + (channel[index] ?? 0), 0)
    const level = Math.max(-1, Math.min(1, sum / channels.length))
    return Math.round(level * (level < 0 ? 0x8000 : 0x7fff))
  })
}
