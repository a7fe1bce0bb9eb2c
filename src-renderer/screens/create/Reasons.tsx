import { ArrowRight, ArrowUp } from 'lucide-react'
import { navigate } from '../../router/navigate.ts'
import { focusEntry } from './model/focusEntry.ts'
import type { Reason } from './model/blockReasons.ts'
import textStyles from '../../ui/layout/text.module.css'
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
        {reasons.map(({ entry, path, text }) => (
          <li key={text}>
            {path !== undefined ? (
              <button type="button" className={styles.reason} data-way={path} onClick={() => navigate(path)}>
                <ArrowRight aria-hidden />
                {text}
              </button>
            ) : entry === null ? (
              <span className={styles.reason}>{text}</span>
            ) : (
              <button type="button" className={styles.reason} onClick={() => focusEntry(entry)}>
                <ArrowUp aria-hidden />
                {text}
              </button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
