import { useRoute } from '../../host/useRoute.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../lib/money.ts'
import { KeyHint } from '../../ui/KeyHint.tsx'
import styles from './CreateFoot.module.css'

/** What today's jobs were quoted, and the key that runs the next. */
export function Today() {
  const spend = useRoute('spend.summary', undefined)
  return (
    <p className={styles.today}>
      <span>{spend.data && t('create.today', { price: formatMoney(spend.data.today.quoted) })}</span>
      <KeyHint keys="Mod+Enter" />
    </p>
  )
}
