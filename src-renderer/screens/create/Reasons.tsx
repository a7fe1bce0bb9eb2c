import { ArrowRight, ArrowUp } from 'lucide-react'
import { go } from '../../router/go.ts'
import { goToEntry } from './model/goToEntry.ts'
import type { Reason } from './model/readiness.ts'
import textStyles from '../../ui/text.module.css'
import { classes } from '../../ui/classes.ts'
import styles from './Reasons.module.css'

interface Props {
  id: string
  title: string
  reasons: readonly Reason[]
}

/** Why the button can't run, each reason leading to its field or screen. */
export function Reasons({ id, title, reasons }: Props) {
  return (
    <div id={id} className={styles.reasons}>
      <p className={classes(textStyles.note, styles.title)}>{title}</p>
      <ul>
        {reasons.map(({ entry, place, words }) => (
          <li key={words}>
            {place !== undefined ? (
              <button type="button" className={styles.reason} data-way={place} onClick={() => go(place)}>
                <ArrowRight aria-hidden />
                {words}
              </button>
            ) : entry === null ? (
              <span className={styles.reason}>{words}</span>
            ) : (
              <button type="button" className={styles.reason} onClick={() => goToEntry(entry)}>
                <ArrowUp aria-hidden />
                {words}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
