import { useState } from 'react'
import { Mic, RotateCcw, Square } from 'lucide-react'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { formatDuration, formatMoment } from '../../../lib/time.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { secondText } from '../files/limitText.ts'
import { isQuiet } from './isQuiet.ts'
import { LevelMeter } from './LevelMeter.tsx'
import { RecordingPreview } from './RecordingPreview.tsx'
import styles from './Recorder.module.css'
import { useRecorder } from './useRecorder.ts'

interface Props {
  field: FieldOf<'file'>
  onRecorded: (file: File) => void
  onClose: () => void
}

const DEFAULT_MAX_SECONDS = 300

/** Dialog that records an MP3 for a field, with a level meter and a preview. */
export function Recorder({ field, onRecorded, onClose }: Props) {
  const { minSeconds = 0, maxSeconds = DEFAULT_MAX_SECONDS } = field
  const { recording, start, stop, level } = useRecorder(maxSeconds * 1000)
  const [busy, setBusy] = useState(false)
  const range = secondText(field.minSeconds, field.maxSeconds)
  const audio = recording.state === 'done' ? recording.audio : null
  const isTooShort = audio !== null && audio.duration < minSeconds

  const use = async (buffer: AudioBuffer) => {
    setBusy(true)
    const { encodeMp3 } = await import('./encodeMp3.ts')
    const channels = Array.from({ length: buffer.numberOfChannels }, (_, channel) =>
      buffer.getChannelData(channel),
    )
    const name = t('speech.record_name', { time: formatMoment(Date.now()).replaceAll(':', '.') })
    onRecorded(new File(encodeMp3(channels, buffer.sampleRate), name, { type: 'audio/mpeg' }))
    onClose()
  }
  return (
    <Dialog
      size="small"
      title={t('speech.record_title')}
      onClose={onClose}
      actions={
        audio ? (
          <>
            <Button icon={<RotateCcw aria-hidden />} disabled={busy} onClick={() => void start()}>
              {t('speech.record_again')}
            </Button>
            <Button variant="primary" disabled={busy || isTooShort} onClick={() => void use(audio)}>
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
            onClick={() => void start()}
          >
            {t('speech.record_start')}
          </Button>
        )
      }
    >
      <div className={styles.recorder}>
        <p className={styles.hint}>
          {range === undefined ? t('speech.record_hint_open') : t('speech.record_hint', { range })}
        </p>
        <div className={styles.box} data-state={recording.state}>
          {recording.state === 'recording' ? (
            <LevelMeter level={level} startedAt={recording.startedAt} min={minSeconds} max={maxSeconds} />
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
              isQuiet(audio) && t('speech.record_quiet'),
            ]
              .filter(Boolean)
              .join('. ')}
          {recording.state === 'failed' && t(`speech.record_${recording.reason}`)}
        </p>
      </div>
    </Dialog>
  )
}
