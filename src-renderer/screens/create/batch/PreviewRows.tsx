import { useEffect } from 'react'
import type { PreviewRow } from '../../../../src-preload/contract/types/batch.ts'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Money } from '../../../ui/Money.tsx'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { classes } from '../../../ui/classes.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useScroller } from '../../../ui/useScroller.ts'
import { fieldOf } from '../../../widgets/forms/formValues.ts'
import { issueText } from '../model/issueText.ts'
import { labelText } from '../../../widgets/forms/labelText.ts'
import textStyles from '../../../ui/text.module.css'
import rowStyles from '../../../ui/row.module.css'
import styles from './PreviewPane.module.css'

interface Props {
  form: Form
  /** How many rows there are. */
  count: number
  /** Only these are shown. */
  only?: readonly number[] | undefined
  at: (index: number) => PreviewRow | undefined
  /** Rows from `first` on, up to before `end`, come into sight. */
  want: (first: number, end: number) => void
  skipped: ReadonlySet<number>
  onToggle: (index: number) => void
}

const HEIGHT = 46
const AHEAD = 8

/** The rows as they would be sent, each with its price or why it can't run; only those near the view exist. */
export function PreviewRows({ form, count: all, only, at, want, skipped, onToggle }: Props) {
  const count = only?.length ?? all
  const { ref, height, top, onScroll } = useScroller(HEIGHT)
  const first = Math.max(0, Math.floor(top / HEIGHT) - AHEAD)
  const end = Math.min(count, Math.ceil((top + height) / HEIGHT) + AHEAD)
  // Rows with issues are there from the beginning.
  useEffect(() => (only ? undefined : want(first, end)))
  const shown = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset)
  return (
    <div ref={ref} className={classes(rowStyles.scroller, styles.scroller)} onScroll={onScroll}>
      <ul className={styles.list} aria-label={t('batch.rows_list')} style={{ height: count * HEIGHT }}>
        {shown.map((place) => {
          const index = only?.[place] ?? place
          const row = at(index)
          const over = row !== undefined && row.issues.length > 0
          const off = skipped.has(index)
          return (
            <li
              key={index}
              className={classes(rowStyles.line, styles.row, over && styles.over, off && styles.off)}
              style={{ transform: `translateY(${place * HEIGHT}px)`, height: HEIGHT }}
              aria-setsize={count}
              aria-posinset={place + 1}
            >
              {row ? (
                <Row form={form} row={row} ticked={!off && !over} onToggle={() => onToggle(index)} />
              ) : (
                <Skeleton height={20} />
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface RowProps {
  form: Form
  row: PreviewRow
  ticked: boolean
  onToggle: () => void
}

function Row({ form, row, ticked, onToggle }: RowProps) {
  const { index, title, label, issues, price, problem, already } = row
  const why = issues.map(
    (issue) => `${fieldOf(form, issue.field)?.label ?? issue.field}: ${issueText(issue)}`,
  )
  return (
    <>
      <input
        type="checkbox"
        aria-label={t('batch.row', { number: index + 1, title: title.slice(0, 80) })}
        checked={ticked}
        disabled={issues.length > 0}
        onChange={onToggle}
      />
      <span className={textStyles.quiet}>{index + 1}</span>
      <span className={rowStyles.words}>
        <span className={classes(rowStyles.title, styles.title)} title={title.slice(0, 300)}>
          {title}
        </span>
        <span className={classes(rowStyles.sub, styles.sub)}>
          {why.length > 0
            ? why.join(' · ')
            : [already ? t(`batch.row_${already}`) : '', labelText(label, form)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className={styles.price}>
        {issues.length > 0 ? (
          t('batch.price_none')
        ) : price !== null ? (
          <Money nano={price} />
        ) : problem ? (
          <span className={classes(textStyles.quiet, styles.none)} title={problemMessage(problem).what}>
            {t('batch.price_failed')}
          </span>
        ) : (
          <span className={classes(rowStyles.sub, styles.sub)}>{t('batch.price_unasked')}</span>
        )}
      </span>
    </>
  )
}
