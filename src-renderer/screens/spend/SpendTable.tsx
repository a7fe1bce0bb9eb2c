import { useEffect, useRef } from 'react'
import type { SpendBy, SpendReport, SpendRow } from '../../../src-preload/contract/types/spend.ts'
import { t } from '../../i18n/t.ts'
import { Money } from '../../ui/Money.tsx'
import { Segmented } from '../../ui/fields/Segmented.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { lastRow } from './model/lastRow.ts'
import { BYS, type SpendView } from './model/periods.ts'
import { perKept } from './model/perKept.ts'
import { rowLabel } from './model/rowLabel.ts'
import { keptPath, rowPath } from './model/rowPath.ts'
import { classes } from '../../ui/classes.ts'
import figures from './Spend.module.css'
import panelStyles from '../../ui/layout/panel.module.css'
import textStyles from '../../ui/layout/text.module.css'
import styles from './SpendTable.module.css'

const share = new Intl.NumberFormat('en', { style: 'percent' })
const OTHERS = ['running', 'quoted', 'uncertain', 'unconfirmed', 'refunded'] as const

interface Props {
  report: SpendReport
  view: SpendView
  onBy: (by: SpendBy) => void
}

/** The sums of the period by row, each linked to its jobs, without empty columns. */
export function SpendTable({ report: { by, rows, totals, more }, view, onBy }: Props) {
  const table = useRef<HTMLTableElement>(null)
  useEffect(() => {
    const { key } = lastRow
    lastRow.key = null
    if (key !== null) table.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"] a`)?.focus()
  }, [])
  const others = OTHERS.filter((kind) => totals[kind].jobs > 0)
  const hasKept = totals.kept > 0
  const most = Math.max(1, ...rows.map(({ settled }) => settled.amount))
  return (
    <section className={panelStyles.panel} aria-labelledby="spend-table">
      <header className={classes(panelStyles.head, styles.head)}>
        <h2 id="spend-table">{t('spend.table', { by: t(`spend.${by}`).toLowerCase() })}</h2>
        <Segmented
          label={t('spend.by')}
          value={by}
          options={BYS.map((value) => ({ value, label: t(`spend.by_${value}`) }))}
          onValueChange={onBy}
        />
      </header>
      <div className={styles.scroll} tabIndex={0} role="group" aria-labelledby="spend-table">
        <table ref={table} className={classes(figures.table, styles.table)}>
          <thead>
            <tr>
              <th scope="col">{t(`spend.${by}`)}</th>
              <th scope="col" className={styles.meter}>
                <VisuallyHidden>{t('spend.share')}</VisuallyHidden>
              </th>
              <th scope="col">{t('spend.jobs_head')}</th>
              <th scope="col">{t('spend.settled')}</th>
              {others.map((kind) => (
                <th key={kind} scope="col">
                  {t(kind === 'uncertain' ? 'spend.uncertain_head' : `spend.${kind}`)}
                </th>
              ))}
              {hasKept && <th scope="col">{t('spend.kept_head')}</th>}
              {hasKept && <th scope="col">{t('spend.per_kept_head')}</th>}
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
                  <span aria-hidden style={{ width: `${(row.settled.amount / most) * 100}%` }} />
                  <VisuallyHidden>
                    {share.format(row.settled.amount / Math.max(1, totals.settled.amount))}
                  </VisuallyHidden>
                </td>
                <td>{jobsOf(row)}</td>
                <Amount total={row.settled} />
                {others.map((kind) => (
                  <Amount key={kind} total={row[kind]} warn={kind === 'uncertain'} />
                ))}
                {hasKept && <Kept row={row} by={by} />}
                {hasKept && <PerKept price={perKept(row)} />}
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

function Amount({ total: { jobs, amount }, warn = false }: { total: SpendRow['settled']; warn?: boolean }) {
  if (jobs === 0) return <td className={figures.nil}>–</td>
  return (
    <td className={warn ? styles.warn : undefined}>
      <Money nano={amount} />
    </td>
  )
}

function Kept({ row: { key, kept }, by }: { row: SpendRow; by: SpendBy }) {
  if (kept === 0) return <td className={figures.nil}>–</td>
  return (
    <td>
      <a href={`#/${keptPath(by, key)}`} aria-label={t('spend.kept_show', { count: kept })}>
        {kept}
      </a>
    </td>
  )
}

function PerKept({ price }: { price: number | null }) {
  return price === null ? (
    <td className={figures.nil}>–</td>
  ) : (
    <td>
      <Money nano={price} />
    </td>
  )
}

const jobsOf = (row: SpendRow): number =>
  row.settled.jobs + OTHERS.reduce((sum, kind) => sum + row[kind].jobs, 0)
