import type { ReactNode } from 'react'
import type { Viewer } from '../../../../src-preload/contract/types/asset.ts'
import styles from './ResultPane.module.css'

const sheet = <rect className={styles.sheet} x="34" y="10" width="100" height="92" rx="8" />
const wide = <rect className={styles.sheet} x="18" y="12" width="132" height="88" rx="8" />
const line = (y: number, from: number, to: number) => <path key={y} d={`M${from} ${y}H${to}`} />
const bars = [8, 16, 26, 14, 34, 22, 44, 30, 18, 38, 24, 48, 32, 20, 28, 12, 18, 8]
const dots: [x: number, y: number][] = [
  [46, 78],
  [58, 66],
  [50, 62],
  [66, 80],
  [104, 34],
  [116, 42],
  [110, 28],
  [124, 32],
  [120, 74],
  [130, 82],
]

/** Line drawing of each kind of result. */
const drawings: Record<Viewer, ReactNode> = {
  image: (
    <>
      {wide}
      <path className={styles.faint} d="M19 92 56 56l24 22 22-30 47 44v1a7 7 0 0 1-7 7H26a7 7 0 0 1-7-7z" />
      <path d="m19 92 37-36 24 22 22-30 47 44" />
      <circle className={styles.accent} cx="52" cy="36" r="8" />
    </>
  ),
  video: (
    <>
      {wide}
      <path d="M36 12v88M132 12v88" />
      <path d="M23 24h8m-8 16h8m-8 16h8m-8 16h8m-8 16h8M137 24h8m-8 16h8m-8 16h8m-8 16h8m-8 16h8" />
      <path className={styles.accent} d="M76 44v24l20-12z" />
    </>
  ),
  audio: (
    <>
      <path d="M10 56h148" strokeDasharray="1 6" />
      {bars.map((height, index) => (
        <path
          key={index}
          className={index >= 5 && index <= 8 ? styles.accent : undefined}
          d={`M${16 + index * 8} ${56 - height}v${2 * height}`}
        />
      ))}
    </>
  ),
  transcript: (
    <>
      {sheet}
      <path className={styles.accent} d="M46 30h10" />
      {line(30, 66, 120)}
      {line(40, 66, 104)}
      <path className={styles.accent} d="M46 56h10" />
      {line(56, 66, 122)}
      <path className={styles.accent} d="M46 72h10" />
      {line(72, 66, 114)}
      {line(82, 66, 92)}
    </>
  ),
  ocr: (
    <>
      <path d="M30 30V20a8 8 0 0 1 8-8h10M120 12h10a8 8 0 0 1 8 8v10M138 82v10a8 8 0 0 1-8 8h-10M48 100H38a8 8 0 0 1-8-8V82" />
      <path d="M58 74 72 36h4l14 38M63 62h22M98 54c10-6 18 0 18 8v12m0-10c-12-2-20 2-18 6 2 6 14 6 18-2" />
      <path className={styles.accent} d="M22 88h124" />
    </>
  ),
  embedding: (
    <>
      <path d="M22 10v92h126" />
      {dots.map(([x, y]) => (
        <circle key={`${x} ${y}`} className={styles.dot} cx={x} cy={y} r="3" />
      ))}
      <path className={styles.accent} d="m110 36 6 6m-6-6 4-8m-4 8-6-2" strokeWidth="1" />
      <circle className={styles.selectedDot} cx="110" cy="36" r="5" />
    </>
  ),
  text: (
    <>
      {sheet}
      {line(32, 50, 118)}
      {line(46, 50, 110)}
      {line(60, 50, 116)}
      {line(74, 50, 84)}
    </>
  ),
  file: (
    <>
      <path className={styles.sheet} d="M44 18a8 8 0 0 1 8-8h44l28 28v56a8 8 0 0 1-8 8H52a8 8 0 0 1-8-8z" />
      <path d="M96 10v20a8 8 0 0 0 8 8h20" />
    </>
  ),
}

/** A placeholder illustration of the result. */
export function ResultDrawing({ viewer }: { viewer: Viewer }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 168 112" aria-hidden>
      {drawings[viewer]}
    </svg>
  )
}
