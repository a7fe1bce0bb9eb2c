import { useEffect, useRef, useState } from 'react'
import { Pause, Play } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { peaksOf } from '../../../widgets/thumbs/peaksOf.ts'
import { formatTime } from '../../../lib/formatTime.ts'
import styles from './Recorder.module.css'

const BARS = 64

/** Waveform and playback of a recording. */
export function RecordingPreview({ audio }: { audio: AudioBuffer }) {
  const [playing, setPlaying] = useState(false)
  const source = useRef<AudioBufferSourceNode>(null)
  useEffect(() => () => source.current?.stop(), [])
  const play = () => {
    const context = new AudioContext()
    const node = context.createBufferSource()
    node.buffer = audio
    node.connect(context.destination)
    node.addEventListener('ended', () => {
      setPlaying(false)
      void context.close()
    })
    source.current = node
    node.start()
    setPlaying(true)
  }
  const channels = Array.from({ length: audio.numberOfChannels }, (_, index) => audio.getChannelData(index))
  return (
    <>
      <IconButton
        label={t(playing ? 'speech.record_pause' : 'speech.record_play')}
        icon={playing ? <Pause /> : <Play />}
        variant="framed"
        onClick={() => (playing ? source.current?.stop() : play())}
      />
      <svg className={styles.wave} viewBox={`0 0 ${BARS} 32`} preserveAspectRatio="none" aria-hidden>
        {peaksOf(channels, BARS).map((peak, index) => (
          <rect
            key={index}
            x={index + 0.2}
            width={0.6}
            y={16 - Math.max(0.5, peak * 15)}
            height={Math.max(1, peak * 30)}
          />
        ))}
      </svg>
      <span className={styles.time}>{formatTime(audio.duration, true)}</span>
    </>
  )
}
