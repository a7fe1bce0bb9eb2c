import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Microphone, microphoneProblem, type MicrophoneProblem } from './Microphone.ts'

export type Recording =
  | { state: 'idle' }
  | { state: 'asking' }
  | { state: 'recording'; startedAt: number }
  | { state: 'done'; audio: AudioBuffer }
  | { state: 'failed'; reason: MicrophoneProblem | 'failed' }

/** State of the recorder; starting again replaces the last recording. */
export function useRecorder(maxMs: number) {
  const [recording, setRecording] = useState<Recording>({ state: 'idle' })
  const microphone = useRef<Microphone>(null)
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
      microphone.current?.close()
    }
  }, [])

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
  const end = useEffectEvent(() => void stop())
  useEffect(() => {
    if (!isRecording) return
    const timer = setTimeout(() => end(), maxMs)
    return () => clearTimeout(timer)
  }, [isRecording, maxMs])

  return { recording, start, stop, level: () => microphone.current?.level() ?? 0 }
}
