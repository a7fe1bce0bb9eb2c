import { useEffect, useRef, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { formatTime } from '../../../lib/formatTime.ts'
import styles from './Recorder.module.css'

interface Props {
  level: () => number
  startedAt: number
  /** Seconds: from when on it is long enough, and when it ends by itself. */
  min: number
  max: number
}

const EVERY_MS = 60

/** How loud it is and how long it has been, while recording. */
export function Level({ level, startedAt, min, max }: Props) {
  const bar = useRef<HTMLSpanElement>(null)
  const [seconds, setSeconds] = useState(0)
  const read = useRef(level)
  useEffect(() => {
    read.current = level
  }, [level])
  useEffect(() => {
    const timer = setInterval(() => {
      const loud = Math.round(read.current() * 100)
      bar.current?.style.setProperty('--level', `${loud}%`)
      bar.current?.setAttribute('aria-valuenow', String(loud))
      setSeconds((performance.now() - startedAt) / 1000)
    }, EVERY_MS)
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
      <span className={styles.time} data-enough={seconds >= min || undefined}>
        {formatTime(seconds, true)}
        <span> / {formatTime(max)}</span>
      </span>
    </>
  )
}
