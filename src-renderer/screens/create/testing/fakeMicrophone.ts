import { vi } from 'vitest'

/** Replaces the browser's microphone by one whose recordings are decoded to `audio`. */
export function fakeMicrophone(audio: object) {
  const microphone = { unplug: () => {} }
  const stopTrack = vi.fn<() => void>()
  const closeContext = vi.fn<() => Promise<void>>(async () => {})
  const getUserMedia = async () => ({ getTracks: () => [{ stop: stopTrack }] })
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
  vi.stubGlobal(
    'AudioContext',
    class {
      createAnalyser = () => ({ fftSize: 1, getFloatTimeDomainData: () => {} })
      createMediaStreamSource = () => ({ connect: () => {} })
      decodeAudioData = async () => audio
      close = closeContext
    },
  )
  vi.stubGlobal(
    'MediaRecorder',
    class extends EventTarget {
      state = 'inactive'
      start() {
        this.state = 'recording'
        microphone.unplug = () => this.stop()
      }
      stop() {
        if (this.state === 'inactive') return
        this.state = 'inactive'
        this.dispatchEvent(new Event('stop'))
      }
    },
  )
  return { microphone, stopTrack, closeContext }
}
