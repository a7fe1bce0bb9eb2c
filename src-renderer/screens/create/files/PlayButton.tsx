import { useEffect, useRef, useState } from 'react'
import { Pause, Play } from 'lucide-react'
import { bridge } from '../../../host/bridge.ts'
import { t } from '../../../i18n/t.ts'
import styles from './FileCard.module.css'

/** Plays a chosen audio file from its start. */
export function PlayButton({ id, name }: { id: string; name: string }) {
  const [playing, setPlaying] = useState(false)
  const player = useRef<HTMLAudioElement>(null)
  useEffect(() => () => player.current?.pause(), [])
  const toggle = () => {
    const audio = player.current
    if (!audio) return
    if (playing) audio.pause()
    else audio.play().catch(() => setPlaying(false))
  }
  return (
    <>
      <button
        type="button"
        className={styles.play}
        aria-label={t(playing ? 'files.pause' : 'files.play', { name })}
        onClick={toggle}
      >
        {playing ? <Pause aria-hidden /> : <Play aria-hidden />}
      </button>
      {/* There are no captions for files of the user. */}
      <audio
        ref={player}
        aria-hidden
        preload="none"
        src={bridge().media.url('asset', id)}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
      >
        <track kind="captions" />
      </audio>
    </>
  )
}
