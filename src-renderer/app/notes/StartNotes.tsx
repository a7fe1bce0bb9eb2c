import { useEffect, useState } from 'react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Moon, RotateCw, TriangleAlert } from 'lucide-react'
import { navigate } from '../../router/navigate.ts'
import { useLocation } from '../../router/useLocation.ts'
import { call } from '../../host/call.ts'
import { onJobsChanged } from '../../host/events.ts'
import { useApiMutation } from '../../host/useApiMutation.ts'
import type { AwaySummary, AwaySpan } from '../../../src-preload/contract/types/queue.ts'
import { useApiQuery } from '../../host/useApiQuery.ts'
import '../../i18n/lazyTexts.ts'
import { t } from '../../i18n/t.ts'
import { formatMoney } from '../../../src-preload/shared/formatMoney.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { NoteBar } from '../../ui/feedback/NoteBar.tsx'
import { ModelChangesNote } from './ModelChangesNote.tsx'
import { ExportNote } from '../../widgets/export/ExportNote.tsx'
import { balanceWarning, useBalance } from '../../widgets/useBalance.ts'

/** Notes about unsent jobs, jobs that ended since the last session, a low balance, changed models, and a running export. */
export function StartNotes() {
  return (
    <>
      <UnsentNote />
      <AwayNote />
      <BalanceNote />
      <ModelChangesNote />
      <ExportNote />
    </>
  )
}

function UnsentNote() {
  const { screen } = useLocation()
  const [isDismissed, setDismissed] = useState(false)
  const { data: summary } = useApiQuery('queue.summary', undefined)
  const { data: list } = useApiQuery('batches.list', undefined, {
    enabled: (summary?.waiting.jobs ?? 0) > 0,
  })
  const resume = useApiMutation('batches.resume')
  const waitingBatches = list?.batches.filter(({ state, unsent }) => state === 'waiting' && unsent > 0) ?? []
  if (!summary || summary.waiting.jobs === 0 || isDismissed) return null
  return (
    <NoteBar
      icon={<RotateCw aria-hidden />}
      actions={
        <>
          <Button
            size="small"
            disabled={resume.isPending || waitingBatches.length === 0}
            onClick={() => {
              for (const { id } of waitingBatches) resume.mutate({ id })
            }}
          >
            {t('queue.resume')}
          </Button>
          {screen !== 'queue' && (
            <Button size="small" variant="quiet" onClick={() => navigate('queue')}>
              {t('queue.home_review')}
            </Button>
          )}
        </>
      }
      onClose={() => setDismissed(true)}
    >
      <b>
        {t(summary.waiting.jobs < summary.unsent.jobs ? 'queue.home_unsent_of' : 'queue.home_unsent', {
          count: summary.waiting.jobs,
          total: summary.unsent.jobs,
          price: formatMoney(summary.waiting.quoted),
        })}
      </b>{' '}
      {t('queue.home_waits_for_resume', { count: summary.waiting.jobs })}
    </NoteBar>
  )
}

/**
 * Warns that the balance is low or too small for the queue, on every screen but the spend report, which has its own. Once closed,
 * it reappears when the warning changes.
 */
function BalanceNote() {
  const { screen, rest } = useLocation()
  const { balance } = useBalance()
  const [dismissedKey, setDismissedKey] = useState('')
  const warning = balance && balanceWarning(balance)
  const isReportShown = screen === 'spend' && rest[0] !== 'jobs'
  if (!balance || !warning || isReportShown) return null
  const warningKey = `${balance.connectionId} ${balance.level} ${balance.shortfall > 0}`
  if (dismissedKey === warningKey) return null
  return (
    <NoteBar
      tone="warn"
      icon={<TriangleAlert aria-hidden />}
      actions={
        <Button size="small" variant="quiet" onClick={() => navigate('spend')}>
          {t('balance.look')}
        </Button>
      }
      onClose={() => setDismissedKey(warningKey)}
    >
      <b>{warning}</b> {t('balance.next')}
    </NoteBar>
  )
}

/** How jobs ended while the user was away. */
function AwayNote() {
  const { screen } = useLocation()
  const [isDismissed, setDismissed] = useState(false)
  const away = useAwaySummary()
  if (!away || isDismissed || away.saved + away.failed + away.uncertain === 0) return null
  return (
    <NoteBar
      icon={<Moon aria-hidden />}
      actions={
        screen !== 'queue' && (
          <Button
            size="small"
            variant="quiet"
            onClick={() => {
              navigate('queue')
              setDismissed(true)
            }}
          >
            {t('queue.show_queue')}
          </Button>
        )
      }
      onClose={() => setDismissed(true)}
    >
      <b>{t('queue.home_away')}</b> {awayText(away)}
    </NoteBar>
  )
}

/** "7 saved, 1 failed, $0.19 quoted, 2 still in progress." */
const awayText = ({ saved, failed, uncertain, quoted, inProgress }: AwaySummary): string => {
  const texts = [
    saved > 0 && t('queue.saved', { count: saved }),
    failed > 0 && t('queue.failed', { count: failed }),
    uncertain > 0 && t('queue.uncertain', { count: uncertain }),
    quoted > 0 && t('queue.home_quoted', { price: formatMoney(quoted) }),
    inProgress > 0 && t('queue.home_in_progress', { count: inProgress }),
  ]
  return `${texts.filter(Boolean).join(', ')}.`
}

/** Minimum interval between two requests of the summary. */
const REFRESH_MS = 600

/**
 * The outcomes of jobs since the user last saw the queue, refreshed while jobs of the last session are still in progress. Null
 * if the user missed nothing, undefined while loading.
 */
function useAwaySummary(): AwaySummary | null | undefined {
  const client = useQueryClient()
  // The first response determines the time span; later requests repeat that span.
  const { data: initialSummary } = useApiQuery('queue.away_summary', undefined, { staleTime: Infinity })
  const awaySpan: AwaySpan | undefined = initialSummary
    ? { since: initialSummary.since, until: initialSummary.until }
    : undefined
  const { data: latestSummary } = useApiQuery('queue.away_summary', awaySpan, {
    enabled: awaySpan !== undefined && initialSummary?.inProgress !== 0,
    staleTime: Infinity,
  })
  useMarkSeen(initialSummary !== undefined)
  const away = (awaySpan && latestSummary) ?? initialSummary
  const hasOpenJobs = (away?.inProgress ?? 0) > 0
  useEffect(() => (hasOpenJobs ? refreshOnJobChanges(client) : undefined), [client, hasOpenJobs])
  return away
}

/** Refetches the summary after changes of jobs, at most once per interval. Returns an unsubscribe function. */
function refreshOnJobChanges(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const unsubscribe = onJobsChanged(() => {
    timer ??= setTimeout(() => {
      timer = undefined
      void client.invalidateQueries({
        predicate: ({ queryKey: [route, input] }) => route === 'queue.away_summary' && input !== undefined,
      })
    }, REFRESH_MS)
  })
  return () => {
    unsubscribe()
    clearTimeout(timer)
  }
}

/** Interval at which a visible window reports that its changes are seen. */
const SEEN_INTERVAL_MS = 60_000
/** A change counts as seen after it was on screen for this long. A restart before that reports it again. */
const SEEN_DELAY_MS = 3_000

/** Reports to the studio, while the window is visible and when it is hidden, that the user has seen all changes until now. */
function useMarkSeen(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return
    const markSeen = () => void call('queue.mark_seen', undefined).catch(() => {})
    const markIfVisible = () => {
      if (document.visibilityState === 'visible') markSeen()
    }
    markIfVisible()
    let delayTimer: ReturnType<typeof setTimeout> | undefined
    const unsubscribe = onJobsChanged(() => {
      delayTimer ??= setTimeout(() => {
        delayTimer = undefined
        markIfVisible()
      }, SEEN_DELAY_MS)
    })
    const timer = setInterval(markIfVisible, SEEN_INTERVAL_MS)
    document.addEventListener('visibilitychange', markSeen)
    return () => {
      unsubscribe()
      clearTimeout(delayTimer)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', markSeen)
    }
  }, [enabled])
}
