import { useEffect, useRef } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { TriangleAlert } from 'lucide-react'
import type { PreviewRow } from '../../../../src-preload/contract/types/batch.ts'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { Money } from '../../../ui/Money.tsx'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { truncate } from '../../../../src-preload/shared/truncate.ts'
import { classes } from '../../../ui/classes.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { changeText } from '../../../widgets/forms/changes.ts'
import { findField, labelText } from '../../../widgets/forms/formValues.ts'
import { issueText } from '../../../widgets/forms/issueText.ts'
import textStyles from '../../../ui/layout/text.module.css'
import rowStyles from '../../../ui/layout/row.module.css'
import styles from './BatchDialog.module.css'

interface Props {
  form: Form
  /** Total number of rows. */
  count: number
  /** If given, only these rows are shown. */
  onlyIndexes?: readonly number[] | undefined
  rowAt: (index: number) => PreviewRow | undefined
  /** Called when the rows from `first` up to but not including `end` become visible. */
  onVisibleRange: (first: number, end: number) => void
  skipped: ReadonlySet<number>
  onToggle: (index: number) => void
}

/** Estimated height of a row in pixels, until it is measured. */
const ROW_HEIGHT = 46
/** Rows rendered above and below the visible ones, so that scrolling shows no gaps. */
const OVERSCAN = 8

/** Virtualized list of rows, each with its price or the reason why it can't run. Rows are as high as their text. */
export function PreviewRows({
  form,
  count: rowCount,
  onlyIndexes,
  rowAt,
  onVisibleRange,
  skipped,
  onToggle,
}: Props) {
  const count = onlyIndexes?.length ?? rowCount
  const scroller = useRef<HTMLDivElement>(null)
  // The virtualizer is a stable object with changing results, so they must not be memoized.
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  })
  const shown = rows.getVirtualItems()
  const [first, end] = [shown[0]?.index ?? 0, (shown.at(-1)?.index ?? -1) + 1]
  // Rows with issues are always loaded.
  useEffect(() => (onlyIndexes ? undefined : onVisibleRange(first, end)))
  return (
    <div ref={scroller} className={classes(rowStyles.scroller, styles.scroller)}>
      <ul
        className={styles.rowList}
        aria-label={t('batch.rows_list')}
        style={{ height: rows.getTotalSize() }}
      >
        {shown.map(({ index: position, start }) => {
          const index = onlyIndexes?.[position] ?? position
          const row = rowAt(index)
          const isInvalid = row !== undefined && row.issues.length > 0
          const isSkipped = skipped.has(index)
          return (
            <li
              key={index}
              ref={rows.measureElement}
              data-index={position}
              className={classes(
                rowStyles.line,
                rowStyles.columns,
                styles.row,
                isInvalid && styles.isInvalid,
                isSkipped && styles.isSkipped,
              )}
              style={{ transform: `translateY(${start}px)` }}
              aria-setsize={count}
              aria-posinset={position + 1}
            >
              {row ? (
                <Row
                  form={form}
                  row={row}
                  isSelected={!isSkipped && !isInvalid}
                  onToggle={() => onToggle(index)}
                />
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
  isSelected: boolean
  onToggle: () => void
}

function Row({ form, row, isSelected, onToggle }: RowProps) {
  const { index, title, label, issues, price, problem, already, sameAs, adjusted = [] } = row
  const rowForm = { ...form, model: { slug: row.model, name: label['model'] ?? row.model } }
  const adjustedText = adjusted.map((reset) => changeText(rowForm, reset)).join(' · ')
  const reasons = issues.map(
    (issue) =>
      `${issue.code === 'surplus_cells' ? t('batch.table') : (findField(form, issue.field)?.label ?? issue.field)}: ${issueText(issue)}`,
  )
  return (
    <>
      <input
        type="checkbox"
        aria-label={t('batch.row', { number: index + 1, title: truncate(title, 80) })}
        checked={isSelected}
        disabled={issues.length > 0}
        onChange={onToggle}
      />
      <span className={textStyles.quiet}>{index + 1}</span>
      <span className={rowStyles.text}>
        <span dir="auto" className={classes(rowStyles.title, styles.title)} title={truncate(title, 300)}>
          {title}
        </span>
        {adjustedText !== '' && (
          <span dir="auto" className={classes(rowStyles.sub, styles.adjusted)} title={adjustedText}>
            <TriangleAlert aria-hidden /> {adjustedText}
          </span>
        )}
        <span dir="auto" className={classes(rowStyles.sub, styles.sub)}>
          {reasons.length > 0
            ? reasons.join(' · ')
            : [
                already ? t(`batch.row_${already}`, { number: (sameAs ?? 0) + 1 }) : '',
                labelText(label, form),
              ]
                .filter(Boolean)
                .join(' · ')}
        </span>
      </span>
      <span className={styles.price}>
        {issues.length > 0 ? (
          t('batch.price_none')
        ) : price !== null ? (
          <Money nanoDollars={price} isInColumn />
        ) : problem ? (
          <span className={classes(textStyles.quiet, styles.none)} title={problemMessage(problem).summary}>
            {t('batch.price_failed')}
          </span>
        ) : (
          <span dir="auto" className={classes(rowStyles.sub, styles.sub)}>
            {t('batch.price_unchecked')}
          </span>
        )}
      </span>
    </>
  )
}
