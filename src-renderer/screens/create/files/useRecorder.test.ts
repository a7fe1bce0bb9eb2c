import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeMicrophone } from '../testing/fakeMicrophone.ts'
import { encodeMp3, useRecorder } from './useRecorder.ts'

const SAMPLE_RATE = 44_100
const tone = (seconds: number) =>
  Float32Array.from(
    { length: SAMPLE_RATE * seconds },
    (_, index) => 0.5 * Math.sin((index * 2 * Math.PI * 440) / SAMPLE_RATE),
  )

test.each(['constructor', 'start'])(
  'the microphone is closed if the %s of the recorder fails',
  async (place) => {
    const stop = vi.fn<() => void>()
    const getUserMedia = async () => ({ getTracks: () => [{ stop }] })
    vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
    vi.stubGlobal(
      'AudioContext',
      class {
        createAnalyser = () => ({ fftSize: 1 })
        createMediaStreamSource = () => ({ connect: () => {} })
        close = async () => {}
      },
    )
    vi.stubGlobal(
      'MediaRecorder',
      class {
        constructor() {
          if (place === 'constructor') throw new DOMException('No codec', 'NotSupportedError')
        }
        addEventListener() {}
        start() {
          throw new DOMException('No codec', 'NotSupportedError')
        }
      },
    )
    const { result } = renderHook(() => useRecorder(1000))
    await act(() => result.current.start())
    expect(result.current.recording.state).toBe('failed')
    expect(stop).toHaveBeenCalledOnce()
  },
)

test('a recording ends by itself and is kept when the microphone is unplugged', async () => {
  const { microphone, stopTrack, closeContext } = fakeMicrophone({ duration: 4 })
  const { result } = renderHook(() => useRecorder(60_000))
  await act(() => result.current.start())
  expect(result.current.recording.state).toBe('recording')
  act(() => microphone.unplug())
  await waitFor(() => expect(result.current.recording).toEqual({ state: 'done', audio: { duration: 4 } }))
  expect(stopTrack).toHaveBeenCalled()
  expect(closeContext).toHaveBeenCalledOnce()
})

test('a recording that is stopped just after the microphone was unplugged is kept', async () => {
  const { microphone, closeContext, stopTrack } = fakeMicrophone({ duration: 4 })
  const { result } = renderHook(() => useRecorder(60_000))
  await act(() => result.current.start())
  microphone.unplug()
  await act(() => result.current.stop())
  expect(result.current.recording).toEqual({ state: 'done', audio: { duration: 4 } })
  expect(stopTrack).toHaveBeenCalled()
  expect(closeContext).toHaveBeenCalledOnce()
})

test('encodes MP3 frames with the duration of the input', async () => {
  const parts = await encodeMp3([tone(2), tone(2)], SAMPLE_RATE)
  const bytes = parts.reduce((sum, part) => sum + part.length, 0)
  const seconds = (bytes * 8) / 128_000
  expect(seconds).toBeGreaterThan(1.9)
  expect(seconds).toBeLessThan(2.2)
})

test.each([44_100, 48_000])(
  'a recording that ran a little beyond the limit at %d Hz becomes an MP3 that is no longer than the limit',
  async (sampleRate) => {
    const samples = new Float32Array(sampleRate * 2.02)
    const parts = await encodeMp3([samples], sampleRate, 2)
    const seconds = (parts.reduce((sum, part) => sum + part.length, 0) * 8) / 128_000
    expect(seconds).toBeGreaterThan(1.9)
    expect(seconds).toBeLessThanOrEqual(2)
  },
)

test('starts with an MP3 frame header for one channel', async () => {
  const [first] = await encodeMp3([tone(1)], SAMPLE_RATE)
  expect(first?.[0]).toBe(0xff)
  // The last sync bits, and layer III.
  expect((first?.[1] ?? 0) & 0xe6).toBe(0xe2)
  // Channel mode 3 is mono.
  expect((first?.[3] ?? 0) >> 6).toBe(3)
})
