import type { ProblemCode } from '../../../../src-preload/contract/problemCodes.ts'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Rows3, TriangleAlert } from 'lucide-react'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { RouteOutput } from '../../../../src-preload/contract/routes.ts'
import type {
  BatchPreview,
  PreviewRow,
  PreviewWarning,
} from '../../../../src-preload/contract/types/batch.ts'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import type { Preview } from './usePreview.ts'
import { formatAnd } from '../../../../src-preload/shared/formatList.ts'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/layout/text.module.css'
import toolbarStyles from '../../../ui/layout/toolbar.module.css'
import { PreviewRows } from './PreviewRows.tsx'
import type { Problem } from '../../../../src-preload/contract/types/problem.ts'
import { call } from '../../../host/call.ts'
import { problemOf } from '../../../host/problemOf.ts'
import styles from './BatchDialog.module.css'

/** Whether the list shows only the rows that can't run. */
export interface RowFilter {
  isOn: boolean
  setOn: (isOn: boolean) => void
}

type RowAt = (index: number) => PreviewRow | undefined

interface Props {
  form: Form
  preview: Preview
  /** Whether the plan has unreadable values. */
  isInvalid: boolean
  skipped: ReadonlySet<number>
  onSkipped: (skipped: ReadonlySet<number>) => void
  /** Renders the actions below the list. `pricedRowAt` returns only rows with their current price. */
  children: (pricedRowAt: RowAt, filter: RowFilter) => ReactNode
}

/** Preview of a plan: its rows, or the reason why there are none. */
export function PreviewPane({ form, preview, isInvalid, skipped, onSkipped, children }: Props) {
  const { data, problem } = preview
  if (data)
    return (
      <LoadedPreview
        form={form}
        data={data}
        skipped={skipped}
        onSkipped={onSkipped}
        onReload={preview.reload}
      >
        {children}
      </LoadedPreview>
    )
  if (problem) {
    const { summary, nextStep } = problemMessage(problem)
    return (
      <EmptyState
        icon={<TriangleAlert aria-hidden />}
        title={summary}
        actions={!needsChange(problem) && <Button onClick={preview.reload}>{t('common.retry')}</Button>}
      >
        {nextStep}
      </EmptyState>
    )
  }
  if (isInvalid)
    return (
      <EmptyState icon={<Rows3 aria-hidden />} title={t('batch.broken_title')}>
        {t('batch.broken_text')}
      </EmptyState>
    )
  return (
    <div className={styles.waiting}>
      {PLACEHOLDERS.map((row) => (
        <Skeleton key={row} height={28} />
      ))}
    </div>
  )
}

/** Keys of the placeholders for loading rows. */
const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f']

interface LoadedPreviewProps extends Omit<Props, 'preview' | 'isInvalid'> {
  data: BatchPreview
  /** Loads another preview of the same plan. */
  onReload: () => void
}

function LoadedPreview({ form, data, skipped, onSkipped, onReload, children }: LoadedPreviewProps) {
  const rows = usePreviewRows(data, skipped)
  const goneId = rows.problem?.code === 'batch_preview_gone' ? data.id : null
  const failure = rows.problem && goneId === null ? problemMessage(rows.problem) : null
  const reload = useEffectEvent(onReload)
  useEffect(() => {
    if (goneId !== null) reload()
  }, [goneId])
  const [onlyInvalid, setOnlyInvalid] = useState(false)
  const invalidRows =
    onlyInvalid && data.invalidRows > 0 ? data.rows.filter(({ issues }) => issues.length > 0) : null
  const identical = DUPLICATE_STATUSES.flatMap((status) => data.already?.[status] ?? [])
  const areAllSkipped = identical.every((index) => skipped.has(index))
  return (
    <div className={styles.previewPane}>
      {data.warnings.length > 0 && (
        <ul className={classes(textStyles.note, styles.remarks)}>
          {data.warnings.map((warning) => (
            <li key={warning.code}>{warningText(warning)}</li>
          ))}
        </ul>
      )}
      {identical.length > 0 && (
        <p className={classes(textStyles.label, toolbarStyles.ends, styles.identical)} role="status">
          <span>{t('batch.same', { count: identical.length, parts: identicalText(data.already) })}</span>
          <Button
            size="small"
            onClick={() =>
              onSkipped(areAllSkipped ? without(skipped, identical) : new Set([...skipped, ...identical]))
            }
          >
            {t(areAllSkipped ? 'batch.same_keep' : 'batch.same_skip', { count: identical.length })}
          </Button>
        </p>
      )}
      {failure && (
        <p className={classes(textStyles.label, toolbarStyles.ends, styles.failure)} role="alert">
          <span>
            {failure.summary} {failure.nextStep}
          </span>
          <Button size="small" onClick={rows.retry}>
            {t('common.retry')}
          </Button>
        </p>
      )}
      {data.count === 0 ? (
        <div className={styles.nothing}>
          <EmptyState icon={<Rows3 aria-hidden />} title={t('batch.no_rows_title')}>
            {t('batch.no_rows_text')}
          </EmptyState>
        </div>
      ) : (
        <PreviewRows
          // A new key resets the scroll position.
          key={invalidRows ? 'invalid' : 'all'}
          form={form}
          onlyIndexes={invalidRows?.map(({ index }) => index)}
          count={data.count}
          rowAt={rows.rowAt}
          onVisibleRange={rows.setVisibleRange}
          skipped={skipped}
          onToggle={(index) => {
            const next = new Set(skipped)
            if (!next.delete(index)) next.add(index)
            onSkipped(next)
          }}
        />
      )}
      {children(rows.pricedRowAt, { isOn: invalidRows !== null, setOn: setOnlyInvalid })}
    </div>
  )
}

const DUPLICATE_STATUSES = ['completed', 'in_progress', 'uncertain', 'in_batch'] as const

/** "2 already made, 1 in progress, and 1 with an unconfirmed charge". */
const identicalText = (already: BatchPreview['already']): string =>
  formatAnd(
    DUPLICATE_STATUSES.flatMap((status) => {
      const count = already?.[status].length ?? 0
      return count > 0 ? [t(`batch.same_${status}`, { count })] : []
    }),
  )

function without(indexes: ReadonlySet<number>, removed: readonly number[]): ReadonlySet<number> {
  const remaining = new Set(indexes)
  for (const index of removed) remaining.delete(index)
  return remaining
}

/** Text of a warning about the table or the prices. */
function warningText({ code, params }: PreviewWarning): string {
  switch (code) {
    case 'table_uneven':
      return t('batch.remark_uneven', { count: params.rows, first: params.first })
    case 'columns_unused':
      return t('batch.remark_unused', params)
    case 'price_quota':
      return t('batch.remark_quota', params)
  }
}

/** Problems that recur with the same plan. */
const PLAN_PROBLEMS: ReadonlySet<ProblemCode> = new Set([
  'batch_too_large',
  'wildcard_cycle',
  'wildcard_missing',
  'variant_broken',
  'variant_too_deep',
  'variant_unsupported',
  'table_broken',
  'column_missing',
  'columns_unmapped',
  'pairs_uneven',
  'pair_missing',
])

/** Whether only a change of the plan can help, so that a retry is useless. */
const needsChange = ({ code }: Problem): boolean => PLAN_PROBLEMS.has(code)

/** Rows per request. */
const PAGE_SIZE = 200

interface LoadedRows {
  /** The row, maybe with the price it had before the preview changed; undefined while the row is first loaded. */
  rowAt: RowAt
  /** The row with its current price; undefined while that is loading. */
  pricedRowAt: RowAt
  /** Sets which rows are visible: from `first` up to but not including `end`. */
  setVisibleRange: (first: number, end: number) => void
  /** Why some of the rows couldn't be loaded. */
  problem: Problem | null
  /** Loads those rows again. */
  retry: () => void
}

/** Rows of a batch preview: those in its response, and others as they become visible or are skipped. */
function usePreviewRows(preview: BatchPreview, skipped: ReadonlySet<number>): LoadedRows {
  const [visible, setVisible] = useState<readonly [number, number]>([0, 0])
  const loaded = useMemo(() => new Map(preview.rows.map((row) => [row.index, row])), [preview.rows])
  const pages = new Set<number>()
  for (let index = visible[0]; index < visible[1]; index++)
    if (!loaded.has(index)) pages.add(Math.floor(index / PAGE_SIZE))
  for (const index of skipped) if (!loaded.has(index)) pages.add(Math.floor(index / PAGE_SIZE))
  // Prices that arrive make the rows that were fetched before outdated.
  const version = `${preview.total} ${preview.unpriced}`
  const client = useQueryClient()
  /** The newest loaded version of a page. */
  const latestPage = (page: number) =>
    client
      .getQueriesData<RouteOutput<'batches.rows'>>({ queryKey: ['batches.rows', preview.id, page] })
      .findLast(([, data]) => data !== undefined)?.[1]
  const queries = useQueries({
    queries: [...pages].map((page) => ({
      queryKey: ['batches.rows', preview.id, page, version],
      queryFn: () => call('batches.rows', { preview: preview.id, from: page * PAGE_SIZE, limit: PAGE_SIZE }),
      placeholderData: () => latestPage(page),
      gcTime: 60_000,
    })),
  })
  const rowsOf = (list: typeof queries) =>
    new Map(list.flatMap(({ data }) => data?.rows ?? []).map((row) => [row.index, row]))
  const fetched = rowsOf(queries)
  const failed = queries.filter(({ isError }) => isError)
  const priced = rowsOf(queries.filter(({ isPlaceholderData }) => !isPlaceholderData))
  return {
    rowAt: (index) => loaded.get(index) ?? fetched.get(index),
    pricedRowAt: (index) => loaded.get(index) ?? priced.get(index),
    setVisibleRange: (first, end) => {
      if (first !== visible[0] || end !== visible[1]) setVisible([first, end])
    },
    problem: failed[0] ? problemOf(failed[0].error) : null,
    retry: () => failed.forEach((query) => void query.refetch()),
  }
}
