import { t } from '../../i18n/t.ts'
import styles from './Details.module.css'
import textStyles from '../layout/text.module.css'

/** Technical details that don't belong in a sentence: error codes, system messages. */
export function Details({ text }: { text: string }) {
  return (
    <details className={styles.details}>
      <summary>{t('common.details')}</summary>
      <pre className={textStyles.code}>{text}</pre>
    </details>
  )
}
