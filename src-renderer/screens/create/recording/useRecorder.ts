import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Microphone, microphoneProblem, type MicrophoneProblem } from './Microphone.ts'

export type Recording =
  | { state: 'idle' }
  | { state: 'asking' }
  | { state: 'recording'; startedAt: number }
  | { state: 'done'; sound: AudioBuffer }
  | { state: 'failed'; why: MicrophoneProblem | 'failed' }

/** One recording after the other; the last one counts. */
export function useRecorder(longestMs: number) {
  const [now, setNow] = useState<Recording>({ state: 'idle' })
  const microphone = useRef<Microphone>(null)
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
      microphone.current?.close()
    }
  }, [])

  const start = async () => {
    setNow({ state: 'asking' })
    try {
      const open = await Microphone.open()
      // The user may have left while the system asked.
      if (gone.current) return open.close()
      microphone.current = open
      open.start()
      setNow({ state: 'recording', startedAt: performance.now() })
    } catch (error) {
      setNow({ state: 'failed', why: microphoneProblem(error) })
    }
  }
  const stop = async () => {
    const open = microphone.current
    microphone.current = null
    if (!open) return
    try {
      const sound = await open.stop()
      setNow({ state: 'done', sound })
    } catch {
      open.close()
      setNow({ state: 'failed', why: 'failed' })
    }
  }

  const recording = now.state === 'recording'
  const end = useEffectEvent(() => void stop())
  useEffect(() => {
    if (!recording) return
    const timer = setTimeout(() => end(), longestMs)
    return () => clearTimeout(timer)
  }, [recording, longestMs])

  return { now, start, stop, level: () => microphone.current?.level() ?? 0 }
}
