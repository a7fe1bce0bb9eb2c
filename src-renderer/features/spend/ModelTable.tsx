import type { SpendSummary } from '../../../src-preload/contract/types/spend.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../lib/money.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './ModelTable.module.css'

const share = new Intl.NumberFormat('en', { style: 'percent' })

/** Quotes by model, the dearest first, each with its part of the dearest as a bar. */
export function ModelTable({ byModel }: { byModel: SpendSummary['byModel'] }) {
  const rows = byModel.toSorted((a, b) => b.quoted - a.quoted)
  const all = Math.max(
    1,
    rows.reduce((sum, { quoted }) => sum + quoted, 0),
  )
  const most = Math.max(1, rows[0]?.quoted ?? 0)
  return (
    <section className={styles.models} aria-label={t('spend.by_model')}>
      <table className={styles.table}>
        <caption>{t('spend.by_model')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('spend.model')}</th>
            <th scope="col" className={styles.meter}>
              <VisuallyHidden>{t('spend.share')}</VisuallyHidden>
            </th>
            <th scope="col">{t('spend.jobs_head')}</th>
            <th scope="col">{t('spend.quoted')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ model, jobs, quoted }) => (
            <tr key={model}>
              <th scope="row">{model}</th>
              <td className={styles.meter}>
                <span aria-hidden style={{ width: `${(quoted / most) * 100}%` }} />
                <VisuallyHidden>{share.format(quoted / all)}</VisuallyHidden>
              </td>
              <td>{jobs}</td>
              <td>{formatMoney(quoted)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
