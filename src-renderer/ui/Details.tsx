import { t } from '../i18n/t.ts'
import styles from './Details.module.css'

/** What programmers need and a sentence should not hold: error codes, messages of the system. */
export function Details({ text }: { text: string }) {
  return (
    <details className={styles.details}>
      <summary>{t('common.details')}</summary>
      <pre>{text}</pre>
    </details>
  )
}
