import { type ReactNode, useState } from 'react'
import { Rows3, TriangleAlert } from 'lucide-react'
import type { BatchPreview, PreviewRow } from '../../../../src-preload/contract/types/batch.ts'
import type { Form } from '../../../../src-preload/contract/types/form.ts'
import { t } from '../../../i18n/t.ts'
import { problemMessage } from '../../../lib/problemMessage.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { needsChange } from './model/needsChange.ts'
import type { Preview } from './model/usePreview.ts'
import { useRows } from './model/useRows.ts'
import { classes } from '../../../ui/classes.ts'
import textStyles from '../../../ui/text.module.css'
import styles from './PreviewPane.module.css'
import { PreviewRows } from './PreviewRows.tsx'

/** Whether the list shows only the rows that can't run. */
export interface Narrowed {
  on: boolean
  set: (on: boolean) => void
}

type At = (index: number) => PreviewRow | undefined

interface Props {
  form: Form
  preview: Preview
  /** The plan can't be read as it stands. */
  broken: boolean
  skipped: ReadonlySet<number>
  onSkipped: (skipped: ReadonlySet<number>) => void
  /** The foot, which needs the rows. */
  children: (at: At, narrowed: Narrowed) => ReactNode
}

/** What the plan stands for: its rows, or why there are none. */
export function PreviewPane({ form, preview, broken, skipped, onSkipped, children }: Props) {
  const { data, problem } = preview
  if (data)
    return (
      <Loaded form={form} data={data} skipped={skipped} onSkipped={onSkipped}>
        {children}
      </Loaded>
    )
  if (problem) {
    const { what, next } = problemMessage(problem)
    return (
      <EmptyState
        icon={<TriangleAlert aria-hidden />}
        title={what}
        actions={!needsChange(problem) && <Button onClick={preview.again}>{t('common.retry')}</Button>}
      >
        {next}
      </EmptyState>
    )
  }
  if (broken)
    return (
      <EmptyState icon={<Rows3 aria-hidden />} title={t('batch.broken_title')}>
        {t('batch.broken_words')}
      </EmptyState>
    )
  return (
    <div className={styles.waiting}>
      {WAITING.map((row) => (
        <Skeleton key={row} height={28} />
      ))}
    </div>
  )
}

const WAITING = ['a', 'b', 'c', 'd', 'e', 'f']

function Loaded({
  form,
  data,
  skipped,
  onSkipped,
  children,
}: Omit<Props, 'preview' | 'broken'> & { data: BatchPreview }) {
  const rows = useRows(data, skipped)
  const [wantsOver, setWantsOver] = useState(false)
  const over = wantsOver && data.over > 0 ? data.rows.filter(({ issues }) => issues.length > 0) : null
  const same = KINDS.flatMap((kind) => data.already?.[kind] ?? [])
  const out = same.every((index) => skipped.has(index))
  return (
    <div className={styles.pane}>
      {data.remarks.length > 0 && (
        <ul className={classes(textStyles.note, styles.remarks)}>
          {data.remarks.map(({ code, params }) => (
            <li key={code}>{remarkText(code, params)}</li>
          ))}
        </ul>
      )}
      {same.length > 0 && (
        <p className={classes(textStyles.label, styles.same)} role="status">
          <span>{t('batch.same', { count: same.length, parts: identicalText(data.already) })}</span>
          <Button
            size="small"
            onClick={() => onSkipped(out ? without(skipped, same) : new Set([...skipped, ...same]))}
          >
            {t(out ? 'batch.same_take' : 'batch.same_leave', { count: same.length })}
          </Button>
        </p>
      )}
      {data.count === 0 ? (
        <div className={styles.nothing}>
          <EmptyState icon={<Rows3 aria-hidden />} title={t('batch.no_rows_title')}>
            {t('batch.no_rows_words')}
          </EmptyState>
        </div>
      ) : (
        <PreviewRows
          // Each of the two lists begins at its first row.
          key={over ? 'over' : 'all'}
          form={form}
          only={over?.map(({ index }) => index)}
          count={data.count}
          at={rows.at}
          want={rows.want}
          skipped={skipped}
          onToggle={(index) => {
            const next = new Set(skipped)
            if (!next.delete(index)) next.add(index)
            onSkipped(next)
          }}
        />
      )}
      {children(rows.at, { on: over !== null, set: setWantsOver })}
    </div>
  )
}

const KINDS = ['made', 'coming', 'unsure'] as const
const and = new Intl.ListFormat('en')

/** "2 made before, 1 in progress, and 1 perhaps charged". */
const identicalText = (already: BatchPreview['already']): string =>
  and.format(
    KINDS.flatMap((kind) => {
      const count = already?.[kind].length ?? 0
      return count > 0 ? [t(`batch.same_${kind}`, { count })] : []
    }),
  )

function without(all: ReadonlySet<number>, some: readonly number[]): ReadonlySet<number> {
  const rest = new Set(all)
  for (const index of some) rest.delete(index)
  return rest
}

/** What was odd about the table or the prices. */
function remarkText(code: string, params: Record<string, string | number>): string {
  const { rows = 0, first = 0, count = 0, names = '', left = 0, calls = 0 } = params
  if (code === 'table_uneven') return t('batch.remark_uneven', { count: Number(rows), first })
  if (code === 'columns_unused') return t('batch.remark_unused', { count: Number(count), names })
  if (code === 'price_quota') return t('batch.remark_quota', { left, calls })
  return code
}
