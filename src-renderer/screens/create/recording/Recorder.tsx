import { useState } from 'react'
import { Mic, RotateCcw, Square } from 'lucide-react'
import type { FieldOf } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { formatDuration, formatMoment } from '../../../lib/time.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { secondText } from '../files/limitText.ts'
import { isQuiet } from './isQuiet.ts'
import { Level } from './Level.tsx'
import { Listen } from './Listen.tsx'
import styles from './Recorder.module.css'
import { useRecorder } from './useRecorder.ts'

interface Props {
  field: FieldOf<'file'>
  onRecorded: (file: File) => void
  onClose: () => void
}

const MAX_S = 300

/** Records the microphone as an MP3 for a field: with its loudness and length in sight, and heard before it is used. */
export function Recorder({ field, onRecorded, onClose }: Props) {
  const { minSeconds = 0, maxSeconds = MAX_S } = field
  const { now, start, stop, level } = useRecorder(maxSeconds * 1000)
  const [busy, setBusy] = useState(false)
  const range = secondText(field.minSeconds, field.maxSeconds)
  const sound = now.state === 'done' ? now.sound : null
  const short = sound !== null && sound.duration < minSeconds

  const use = async (recorded: AudioBuffer) => {
    setBusy(true)
    const { encodeMp3 } = await import('./encodeMp3.ts')
    const channels = Array.from({ length: recorded.numberOfChannels }, (_, at) => recorded.getChannelData(at))
    const name = t('speech.record_name', { time: formatMoment(Date.now()).replaceAll(':', '.') })
    onRecorded(new File(encodeMp3(channels, recorded.sampleRate), name, { type: 'audio/mpeg' }))
    onClose()
  }
  return (
    <Dialog
      size="small"
      title={t('speech.record_title')}
      onClose={onClose}
      actions={
        sound ? (
          <>
            <Button icon={<RotateCcw aria-hidden />} disabled={busy} onClick={() => void start()}>
              {t('speech.record_again')}
            </Button>
            <Button look="primary" disabled={busy || short} onClick={() => void use(sound)}>
              {t('speech.record_use')}
            </Button>
          </>
        ) : now.state === 'recording' ? (
          <Button look="primary" icon={<Square aria-hidden />} onClick={() => void stop()}>
            {t('speech.record_stop')}
          </Button>
        ) : (
          <Button
            look="primary"
            icon={<Mic aria-hidden />}
            disabled={now.state === 'asking'}
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
        <div className={styles.box} data-state={now.state}>
          {now.state === 'recording' ? (
            <Level level={level} startedAt={now.startedAt} min={minSeconds} max={maxSeconds} />
          ) : sound ? (
            <Listen key={sound.duration} sound={sound} />
          ) : (
            <p className={styles.words}>
              {t(now.state === 'asking' ? 'speech.record_asking' : 'speech.record_ready')}
            </p>
          )}
        </div>
        <p role="status" className={styles.status}>
          {now.state === 'recording' && t('speech.record_going')}
          {sound &&
            [
              t('speech.record_done', { length: formatDuration(sound.duration * 1000) }),
              short && t('speech.record_short', { min: formatDuration(minSeconds * 1000) }),
              isQuiet(sound) && t('speech.record_quiet'),
            ]
              .filter(Boolean)
              .join('. ')}
          {now.state === 'failed' && t(`speech.record_${now.why}`)}
        </p>
      </div>
    </Dialog>
  )
}
