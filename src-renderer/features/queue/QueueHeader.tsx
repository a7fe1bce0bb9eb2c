import type { Job } from '../../../src-preload/contract/types/job.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../lib/money.ts'
import { queueTotals } from './model/queueTotals.ts'
import styles from './Queue.module.css'

/** How much waits and runs, and what its quotes add up to. */
export function QueueHeader({ jobs, loading }: { jobs: readonly Job[]; loading: boolean }) {
  const { waiting, running, toCome, unpriced } = queueTotals(jobs)
  const facts = [
    waiting > 0 && t('queue.waiting', { count: waiting }),
    running > 0 && t('queue.running', { count: running }),
    toCome > 0 && t('queue.to_come', { price: formatMoney(toCome) }),
    unpriced > 0 && t('queue.unpriced', { count: unpriced }),
  ].filter(Boolean)
  return (
    <header className={styles.head}>
      <h1>{t('queue.title')}</h1>
      <span className={styles.sub}>
        {loading ? '' : facts.length > 0 ? facts.join(' · ') : t('queue.idle')}
      </span>
    </header>
  )
}
