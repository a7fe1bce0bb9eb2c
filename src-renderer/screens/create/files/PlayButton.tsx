import { useEffect, useRef, useState } from 'react'
import { Pause, Play } from 'lucide-react'
import { fileUrl } from '../../../host/fileUrl.ts'
import { t } from '../../../i18n/t.ts'
import { toasts } from '../../../lib/toasts.ts'

/** The player of the button that was clicked last: only one file plays at a time. */
let playing: HTMLAudioElement | null = null

interface Props {
  /** Asset id of an audio file. */
  id: string
  name: string
  className?: string | undefined
}

/** Plays an audio file from where it was paused, and pauses the one that another button plays. */
export function PlayButton({ id, name, className }: Props) {
  const [isPlaying, setPlaying] = useState(false)
  const player = useRef<HTMLAudioElement>(null)
  useEffect(() => {
    const audio = player.current
    return () => audio?.pause()
  }, [])
  const toggle = () => {
    const audio = player.current
    if (!audio) return
    if (isPlaying) return audio.pause()
    if (playing !== audio) playing?.pause()
    playing = audio
    audio.play().catch((error: unknown) => {
      setPlaying(false)
      // Pausing a file that is still loading isn't a failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
      toasts.getState().show({ text: t('files.unplayable', { name }), tone: 'error', key: 'unplayable' })
    })
  }
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={t(isPlaying ? 'files.pause' : 'files.play', { name })}
        onClick={toggle}
      >
        {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
      </button>
      {/* The user's files have no captions. */}
      <audio
        ref={player}
        aria-hidden
        preload="none"
        src={fileUrl(id)}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
      >
        <track kind="captions" />
      </audio>
    </>
  )
}
