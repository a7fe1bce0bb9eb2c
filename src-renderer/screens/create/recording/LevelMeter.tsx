import { useEffect, useRef, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { formatTime } from '../../../lib/formatTime.ts'
import styles from './Recorder.module.css'

interface Props {
  level: () => number
  startedAt: number
  /** Minimum and maximum length in seconds; recording stops at the maximum. */
  min: number
  max: number
}

const INTERVAL_MS = 60

/** Input level and length of a running recording. */
export function LevelMeter({ level, startedAt, min, max }: Props) {
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
    }, INTERVAL_MS)
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
