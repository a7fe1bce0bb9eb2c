/** Errors of `getUserMedia` that the user can solve. */
export type MicrophoneProblem = 'denied' | 'none' | 'busy'

const problems: Record<string, MicrophoneProblem> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
}

export const microphoneProblem = (error: unknown): MicrophoneProblem =>
  (error instanceof Error && problems[error.name]) || 'busy'

/** An open microphone that records and measures the input level; must be closed to release the device. */
export class Microphone {
  readonly #stream: MediaStream
  readonly #recorder: MediaRecorder
  readonly #context = new AudioContext()
  readonly #analyser: AnalyserNode
  readonly #window: Float32Array<ArrayBuffer>
  readonly #parts: Blob[] = []

  private constructor(stream: MediaStream) {
    this.#stream = stream
    this.#recorder = new MediaRecorder(stream)
    this.#recorder.addEventListener('dataavailable', ({ data }) => this.#parts.push(data))
    this.#analyser = this.#context.createAnalyser()
    this.#window = new Float32Array(this.#analyser.fftSize)
    this.#context.createMediaStreamSource(stream).connect(this.#analyser)
  }

  /** Rejects with the browser's error; see `microphoneProblem`. */
  static async open(): Promise<Microphone> {
    const devices: MediaDevices | undefined = navigator.mediaDevices
    if (!devices) throw new DOMException('No microphone on an insecure page', 'SecurityError')
    return new Microphone(await devices.getUserMedia({ audio: true, video: false }))
  }

  start(): void {
    this.#recorder.start()
  }

  /** Current input level, 0 to 1. */
  level(): number {
    this.#analyser.getFloatTimeDomainData(this.#window)
    const power = this.#window.reduce((sum, sample) => sum + sample * sample, 0) / this.#window.length
    // Maps -50 dB (a quiet room) to 0 and 0 dB to 1.
    return Math.min(1, Math.max(0, 1 + (10 * Math.log10(power + 1e-12)) / 50))
  }

  /** Stops recording, closes the microphone and returns the decoded audio. */
  async stop(): Promise<AudioBuffer> {
    const stopped = new Promise((resolve) => this.#recorder.addEventListener('stop', resolve, { once: true }))
    this.#recorder.stop()
    await stopped
    this.#release()
    const bytes = await new Blob(this.#parts).arrayBuffer()
    const audio = await this.#context.decodeAudioData(bytes)
    await this.#context.close()
    return audio
  }

  close(): void {
    this.#release()
    if (this.#context.state !== 'closed') void this.#context.close()
  }

  #release(): void {
    for (const track of this.#stream.getTracks()) track.stop()
  }
}
