import '../../../i18n/lazyTexts.ts'
import { useState, useEffect, useRef } from 'react'
import { Mic, RotateCcw, Square, Pause, Play } from 'lucide-react'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { formatDuration, formatDateTime, formatMediaTime } from '../../../lib/format/time.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { durationRange } from './fileText.ts'
import { encodeMp3, useRecorder } from './useRecorder.ts'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { computePeaks } from '../../../widgets/thumbs/waveform.ts'
import styles from './Recorder.module.css'

interface Props {
  field: FieldOf<'file'>
  onRecorded: (file: File) => void
  onClose: () => void
}

/** Recording stops after five minutes if the field has no limit. */
const DEFAULT_MAX_SECONDS = 300
/** The shortest recording if the model states no minimum. A recording that is stopped immediately is empty. */
const MIN_SECONDS = 0.1

/** Dialog that records an MP3 for a field, with a level meter and a preview. */
export function Recorder({ field, onRecorded, onClose }: Props) {
  const { minSeconds = MIN_SECONDS, maxSeconds = DEFAULT_MAX_SECONDS } = field
  const { recording, start, stop, level } = useRecorder(maxSeconds * 1000)
  const [encoding, setEncoding] = useState<'running' | 'failed'>()
  const isEncoding = encoding === 'running'
  const range = durationRange(field.minSeconds, field.maxSeconds)
  const audio = recording.state === 'done' ? recording.audio : null
  const isTooShort = audio !== null && audio.duration < minSeconds

  const acceptRecording = async (buffer: AudioBuffer) => {
    setEncoding('running')
    const channels = Array.from({ length: buffer.numberOfChannels }, (_, channel) =>
      buffer.getChannelData(channel),
    )
    const name = t('speech.record_name', { time: formatDateTime(Date.now()).replaceAll(':', '.') })
    try {
      const parts = await encodeMp3(channels, buffer.sampleRate, maxSeconds)
      onRecorded(new File(parts, name, { type: 'audio/mpeg' }))
      onClose()
    } catch {
      setEncoding('failed')
    }
  }
  const record = () => {
    setEncoding(undefined)
    void start()
  }
  return (
    <Dialog
      size="small"
      title={t('speech.record_title')}
      onClose={onClose}
      actions={
        audio ? (
          <>
            <Button icon={<RotateCcw aria-hidden />} disabled={isEncoding} onClick={record}>
              {t('speech.record_again')}
            </Button>
            <Button
              variant="primary"
              disabled={isEncoding || isTooShort}
              onClick={() => void acceptRecording(audio)}
            >
              {t('speech.record_use')}
            </Button>
          </>
        ) : recording.state === 'recording' ? (
          <Button variant="primary" icon={<Square aria-hidden />} onClick={() => void stop()}>
            {t('speech.record_stop')}
          </Button>
        ) : (
          <Button
            variant="primary"
            icon={<Mic aria-hidden />}
            disabled={recording.state === 'asking'}
            onClick={record}
          >
            {t('speech.record_start')}
          </Button>
        )
      }
    >
      <div className={styles.recorder}>
        <p className={styles.hint}>
          {range === undefined ? t('speech.record_hint_no_range') : t('speech.record_hint', { range })}
        </p>
        <div className={styles.box} data-state={recording.state}>
          {recording.state === 'recording' ? (
            <LevelMeter
              level={level}
              startedAt={recording.startedAt}
              minSeconds={minSeconds}
              maxSeconds={maxSeconds}
            />
          ) : audio ? (
            <RecordingPreview key={audio.duration} audio={audio} />
          ) : (
            <p className={styles.text}>
              {t(recording.state === 'asking' ? 'speech.record_asking' : 'speech.record_ready')}
            </p>
          )}
        </div>
        <p role="status" className={styles.status}>
          {recording.state === 'recording' && t('speech.record_going')}
          {audio &&
            [
              t('speech.record_done', { length: formatDuration(audio.duration * 1000) }),
              isTooShort && t('speech.record_short', { min: formatDuration(minSeconds * 1000) }),
              isSilent(audio) && t('speech.record_quiet'),
              encoding === 'failed' && t('speech.record_not_converted'),
            ]
              .filter(Boolean)
              .join('. ')}
          {recording.state === 'failed' && t(`speech.record_${recording.reason}`)}
        </p>
      </div>
    </Dialog>
  )
}

/** If all samples (-1 to 1) are quieter than this, the microphone is muted or the wrong one. */
const SILENCE_LEVEL = 0.004

/** Whether a recording is silent. */
const isSilent = (audio: Pick<AudioBuffer, 'numberOfChannels' | 'getChannelData'>): boolean =>
  Array.from({ length: audio.numberOfChannels }, (_, index) => audio.getChannelData(index)).every((channel) =>
    channel.every((sample) => Math.abs(sample) < SILENCE_LEVEL),
  )

interface LevelMeterProps {
  /** The current input level, 0 to 1. */
  level: () => number
  /** Start of the recording, by `performance.now()`. */
  startedAt: number
  minSeconds: number
  /** When the recording stops by itself. */
  maxSeconds: number
}

/** The meter moves about 16 times per second, which looks continuous. */
const METER_INTERVAL_MS = 60

/** Input level and length of a running recording. */
function LevelMeter({ level, startedAt, minSeconds, maxSeconds }: LevelMeterProps) {
  const bar = useRef<HTMLSpanElement>(null)
  const [seconds, setSeconds] = useState(0)
  const levelRef = useRef(level)
  useEffect(() => {
    levelRef.current = level
  }, [level])
  useEffect(() => {
    const timer = setInterval(() => {
      const percent = Math.round(levelRef.current() * 100)
      bar.current?.style.setProperty('--level', `${percent}%`)
      bar.current?.setAttribute('aria-valuenow', String(percent))
      setSeconds((performance.now() - startedAt) / 1000)
    }, METER_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [startedAt])
  return (
    <>
      <span
        ref={bar}
        className={styles.level}
        role="meter"
        aria-label={t('speech.record_level')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={0}
      />
      <span className={styles.time} data-enough={seconds >= minSeconds || undefined}>
        {formatMediaTime(seconds, true)}
        <span> / {formatMediaTime(maxSeconds)}</span>
      </span>
    </>
  )
}

/** Number of bars in the waveform. */
const BAR_COUNT = 64

/** Waveform and playback of a recording. */
function RecordingPreview({ audio }: { audio: AudioBuffer }) {
  const [isPlaying, setPlaying] = useState(false)
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
        label={t(isPlaying ? 'speech.record_pause' : 'speech.record_play')}
        icon={isPlaying ? <Pause /> : <Play />}
        variant="framed"
        onClick={() => (isPlaying ? source.current?.stop() : play())}
      />
      <svg className={styles.wave} viewBox={`0 0 ${BAR_COUNT} 32`} preserveAspectRatio="none" aria-hidden>
        {computePeaks(channels, BAR_COUNT).map((peak, index) => (
          <rect
            key={index}
            x={index + 0.2}
            width={0.6}
            y={16 - Math.max(0.5, peak * 15)}
            height={Math.max(1, peak * 30)}
          />
        ))}
      </svg>
      <span className={styles.time}>{formatMediaTime(audio.duration, true)}</span>
    </>
  )
}
