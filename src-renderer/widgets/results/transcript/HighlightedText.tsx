import { Fragment } from 'react'
import styles from '../sheet.module.css'

interface Props {
  text: string
  /** Ordered and non-overlapping. */
  marks: readonly { from: number; to: number; current?: boolean }[]
}

/** A text with search matches marked; the current match is emphasized. */
export function HighlightedText({ text, marks }: Props) {
  if (marks.length === 0) return text
  return (
    <>
      {marks.map(({ from, to, current }, index) => (
        <Fragment key={from}>
          {text.slice(marks[index - 1]?.to ?? 0, from)}
          <mark className={styles.mark} {...(current ? { 'data-current': true } : {})}>
            {text.slice(from, to)}
          </mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.to ?? 0)}
    </>
  )
}
