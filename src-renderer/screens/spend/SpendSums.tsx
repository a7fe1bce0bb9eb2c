import { useEffect, useRef } from 'react'
import { useApiQuery } from '../../host/useApiQuery.ts'
import type { SpendBy, SpendReport, SpendRow, SpendSums } from '../../../src-preload/contract/types/spend.ts'
import { t } from '../../i18n/t.ts'
import { Money } from '../../ui/Money.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import {
  AMOUNT_KINDS,
  lastRow,
  rowLabel,
  starredPath,
  rowPath,
  pricePerStarred,
  GROUPINGS,
  type SpendView,
} from './spendView.ts'
import { classes } from '../../ui/classes.ts'
import panelStyles from '../../ui/layout/panel.module.css'
import textStyles from '../../ui/layout/text.module.css'
import { Star } from 'lucide-react'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import spendStyles from './Spend.module.css'
import styles from './SpendTable.module.css'
import totalsStyles from './SpendTotals.module.css'

const percentFormat = new Intl.NumberFormat('en', { style: 'percent' })

/** The kinds that are shown only where there are such jobs. */
const OTHER_KINDS = AMOUNT_KINDS.filter((kind) => kind !== 'completed')

/** What was completed in the period, other amounts as chips, and the price per starred result. */
export function SpendTotals({ totals }: { totals: SpendSums }) {
  const { completed, starred } = totals
  const price = pricePerStarred(totals)
  // A job that was closed or resent stays in the sum, but leaves nothing to decide.
  const queue = useApiQuery('queue.summary', undefined, { enabled: totals.uncertain.jobs > 0 })
  const hasUndecided = queue.data?.uncertain.jobs !== 0
  return (
    <section className={totalsStyles.totals} aria-label={t('spend.totals')}>
      <dl className={totalsStyles.sums}>
        <div className={totalsStyles.headline}>
          <dt className={textStyles.label}>{t('spend.completed')}</dt>
          <dd className={textStyles.title}>
            <Money nanoDollars={completed.amount} />
          </dd>
          <dd className={textStyles.note}>{t('spend.jobs', { count: completed.jobs })}</dd>
        </div>
        {OTHER_KINDS.filter((kind) => totals[kind].jobs > 0).map((kind) => (
          <div
            key={kind}
            className={classes(totalsStyles.chip, totalsStyles[kind])}
            title={t(`spend.${kind}_text`)}
          >
            <dt>{t(`spend.${kind}`)}</dt>
            <dd className={totalsStyles.money}>
              <Money nanoDollars={totals[kind].amount} />
            </dd>
            <dd>
              {t('spend.jobs', { count: totals[kind].jobs })}
              <VisuallyHidden>{t(`spend.${kind}_text`)}</VisuallyHidden>
            </dd>
            {kind === 'uncertain' && (
              <dd>{hasUndecided ? <a href="#/queue">{t('spend.decide')}</a> : t('spend.decided')}</dd>
            )}
          </div>
        ))}
      </dl>
      {completed.jobs > 0 && (
        <p className={totalsStyles.footnote}>
          <Star aria-hidden />
          {price === null ? (
            t('spend.starred_none', { of: completed.jobs })
          ) : (
            <>
              <b>{t('spend.starred', { count: starred, of: completed.jobs })}</b> ·{' '}
              {t('spend.starred_price', { price: formatMoney(price) })}
            </>
          )}
        </p>
      )}
    </section>
  )
}

interface Props {
  report: SpendReport
  view: SpendView
  onGroupingChange: (by: SpendBy) => void
}

/** The sums of the period by row, each linked to its jobs, without empty columns. */
export function SpendTable({ report, view, onGroupingChange }: Props) {
  const { by, rows, totals, more } = report
  const table = useRef<HTMLTableElement>(null)
  useEffect(() => {
    const { key } = lastRow
    lastRow.key = null
    if (key !== null) table.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] a`)?.focus()
  }, [])
  const shownKinds = OTHER_KINDS.filter((kind) => totals[kind].jobs > 0)
  const hasStarred = totals.starred > 0
  const maxAmount = Math.max(1, ...rows.map(({ completed }) => completed.amount))
  return (
    <section className={panelStyles.panel} aria-labelledby="spend-table">
      <header className={classes(panelStyles.head, styles.head)}>
        <h2 id="spend-table">{t('spend.table', { by: t(`spend.${by}`).toLowerCase() })}</h2>
        <Segmented
          label={t('spend.by')}
          value={by}
          options={GROUPINGS.map((value) => ({ value, label: t(`spend.by_${value}`) }))}
          onValueChange={onGroupingChange}
        />
      </header>
      <div className={styles.scroll} tabIndex={0} role="group" aria-labelledby="spend-table">
        <table ref={table} className={classes(spendStyles.table, styles.table)}>
          <thead>
            <tr>
              <th scope="col">{t(`spend.${by}`)}</th>
              <th scope="col" className={styles.meter}>
                <VisuallyHidden>{t('spend.share')}</VisuallyHidden>
              </th>
              <th scope="col">{t('spend.jobs_head')}</th>
              <th scope="col">{t('spend.completed')}</th>
              {shownKinds.map((kind) => (
                <th key={kind} scope="col">
                  {t(kind === 'uncertain' ? 'spend.uncertain_head' : `spend.${kind}`)}
                </th>
              ))}
              {hasStarred && <th scope="col">{t('spend.starred_head')}</th>}
              {hasStarred && <th scope="col">{t('spend.per_starred_head')}</th>}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key} data-key={row.key}>
                <th scope="row">
                  <a className={styles.row} href={`#/${rowPath({ ...view, by }, row.key)}`}>
                    {rowLabel(by, row)}
                  </a>
                </th>
                <td className={styles.meter}>
                  <span aria-hidden style={{ width: `${(row.completed.amount / maxAmount) * 100}%` }} />
                  <VisuallyHidden>
                    {percentFormat.format(row.completed.amount / Math.max(1, totals.completed.amount))}
                  </VisuallyHidden>
                </td>
                <td>{jobCount(row)}</td>
                <Amount total={row.completed} />
                {shownKinds.map((kind) => (
                  <Amount key={kind} total={row[kind]} warn={kind === 'uncertain'} />
                ))}
                {hasStarred && <StarredLink row={row} report={report} />}
                {hasStarred && <StarredPrice price={pricePerStarred(row)} />}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && (
        <p className={classes(textStyles.note, styles.more)}>{t('spend.more', { count: more })}</p>
      )}
    </section>
  )
}

function Amount({ total: { jobs, amount }, warn = false }: { total: SpendRow['completed']; warn?: boolean }) {
  if (jobs === 0) return <td className={spendStyles.nil}>–</td>
  return (
    <td className={warn ? styles.warn : undefined}>
      <Money nanoDollars={amount} isInColumn />
    </td>
  )
}

function StarredLink({ row: { key, starred }, report }: { row: SpendRow; report: SpendReport }) {
  if (starred === 0) return <td className={spendStyles.nil}>–</td>
  return (
    <td>
      <a href={`#/${starredPath(report, key)}`} aria-label={t('spend.starred_show', { count: starred })}>
        {starred}
      </a>
    </td>
  )
}

function StarredPrice({ price }: { price: number | null }) {
  return price === null ? (
    <td className={spendStyles.nil}>–</td>
  ) : (
    <td>
      <Money nanoDollars={price} isInColumn />
    </td>
  )
}

const jobCount = (row: SpendRow): number => AMOUNT_KINDS.reduce((sum, kind) => sum + row[kind].jobs, 0)
