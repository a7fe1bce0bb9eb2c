import { useEffect, useRef, useState } from 'react'
import { Pause, Play } from 'lucide-react'
import { t } from '../../../i18n/t.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { peaksOf } from '../../../widgets/thumbs/peaksOf.ts'
import { formatTime } from '../../../lib/formatTime.ts'
import styles from './Recorder.module.css'

const BARS = 64

/** What was recorded, drawn and to be heard. */
export function Listen({ sound }: { sound: AudioBuffer }) {
  const [playing, setPlaying] = useState(false)
  const source = useRef<AudioBufferSourceNode>(null)
  useEffect(() => () => source.current?.stop(), [])
  const play = () => {
    const context = new AudioContext()
    const node = context.createBufferSource()
    node.buffer = sound
    node.connect(context.destination)
    node.addEventListener('ended', () => {
      setPlaying(false)
      void context.close()
    })
    source.current = node
    node.start()
    setPlaying(true)
  }
  const channels = Array.from({ length: sound.numberOfChannels }, (_, at) => sound.getChannelData(at))
  return (
    <>
      <IconButton
        label={t(playing ? 'speech.record_pause' : 'speech.record_play')}
        icon={playing ? <Pause /> : <Play />}
        look="framed"
        onClick={() => (playing ? source.current?.stop() : play())}
      />
      <svg className={styles.wave} viewBox={`0 0 ${BARS} 32`} preserveAspectRatio="none" aria-hidden>
        {peaksOf(channels, BARS).map((peak, at) => (
          <rect
            key={at}
            x={at + 0.2}
            width={0.6}
            y={16 - Math.max(0.5, peak * 15)}
            height={Math.max(1, peak * 30)}
          />
        ))}
      </svg>
      <span className={styles.time}>{formatTime(sound.duration, true)}</span>
    </>
  )
}
