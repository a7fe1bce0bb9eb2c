import { useEffect, useRef } from 'react'
import { ArrowLeft, Wallet } from 'lucide-react'
import { LoadFailure } from '../../../widgets/LoadFailure.tsx'
import { navigate } from '../../../router/navigate.ts'
import { t } from '../../../i18n/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useKeys } from '../../../widgets/results/useKeys.ts'
import { dayName } from '../model/dayNames.ts'
import { lastRow } from '../model/lastRow.ts'
import { type SpendView, viewPath } from '../model/periods.ts'
import { rowLabel } from '../model/rowLabel.ts'
import { elsewhere } from '../model/rowPath.ts'
import { useSpendJobs } from '../model/useSpendJobs.ts'
import { RowSums } from './RowSums.tsx'
import { SpendJobList } from './SpendJobList.tsx'
import { classes } from '../../../ui/classes.ts'
import screenStyles from '../../../ui/screen.module.css'
import textStyles from '../../../ui/text.module.css'
import styles from './SpendJobs.module.css'

interface Props {
  view: SpendView
  /** The row's key in the report. */
  of: string
}

/** The jobs of one row of the report: `#/spend/jobs?period=month&by=model&key=SLUG`. */
export function SpendJobs({ view, of }: Props) {
  const { by } = view
  const { row, from, to, jobs, error, hasMore, more, reload } = useSpendJobs(view, of)
  const screen = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const back = () => {
    lastRow.key = of
    navigate(viewPath(view))
  }
  useKeys('full', screen, { Escape: back })
  const name = rowLabel(by, row ?? { key: of, label: null })
  const other = elsewhere(by, of)
  return (
    <div ref={screen} className={screenStyles.screen}>
      <header className={screenStyles.head}>
        <IconButton
          label={t('spend.back')}
          className={screenStyles.back}
          icon={<ArrowLeft aria-hidden />}
          onClick={back}
        />
        <div className={screenStyles.text}>
          <h1 ref={heading} tabIndex={-1} title={row && name}>
            {row || by === 'day' ? name : t('spend.title')}
          </h1>
          {row && <span className={screenStyles.sub}>{subtitle(by, from, to)}</span>}
        </div>
        {other && (
          <a className={classes(textStyles.label, styles.link)} href={`#/${other.path}`}>
            {other.label}
          </a>
        )}
      </header>
      {error && !row ? (
        <LoadFailure error={error} onRetry={reload} />
      ) : !row ? (
        <div className={styles.waiting}>
          <Skeleton height={64} />
          <Skeleton height={236} />
        </div>
      ) : jobs.length === 0 ? (
        <EmptyState
          icon={<Wallet aria-hidden />}
          title={t('spend.nothing_then')}
          actions={<Button onClick={back}>{t('spend.back')}</Button>}
        />
      ) : (
        <>
          <RowSums row={row} />
          <SpendJobList jobs={jobs} hasMore={hasMore} onMore={more} />
        </>
      )}
    </div>
  )
}

/** "Model · 1 to 20 November", or "Day" for a single day. */
function subtitle(by: SpendView['by'], from: string, to: string): string {
  if (by === 'day') return t('spend.day')
  const days = from === to ? dayName(from) : t('spend.span', { from: dayName(from), to: dayName(to) })
  return `${t(`spend.${by}`)} · ${days}`
}
