import { Fragment } from 'react'
import styles from '../sheet.module.css'

interface Props {
  text: string
  /** In the order of the text, none over another. */
  marks: readonly { from: number; to: number; current?: boolean }[]
}

/** A text with searched words marked, the one the search is at more than the others. */
export function HighlightedText({ text, marks }: Props) {
  if (marks.length === 0) return text
  return (
    <>
      {marks.map(({ from, to, current }, at) => (
        <Fragment key={from}>
          {text.slice(marks[at - 1]?.to ?? 0, from)}
          <mark className={styles.mark} {...(current ? { 'data-current': true } : {})}>
            {text.slice(from, to)}
          </mark>
        </Fragment>
      ))}
      {text.slice(marks.at(-1)?.to ?? 0)}
    </>
  )
}
